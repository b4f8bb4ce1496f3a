"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { addNote } from "@/lib/client/cases";
import type { Note } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";

const KINDS: Readonly<Record<Note["kind"], string>> = {
  note: "wrote",
  report: "reported",
  reopening: "reopened it",
  disagreement: "did not agree",
  escalation: "escalated it",
};

type NoteListProps = { case_id: string; notes: readonly Note[]; mayWrite: boolean };

/** What people tell each other. Nothing of it ever goes to a runtime. */
export function NoteList({ case_id, notes, mayWrite }: NoteListProps) {
  return (
    <Section title={`Notes (${notes.length})`} description="Among people. Never sent to a runtime.">
      <ul className="flex flex-col">
        {notes.map((note) => (
          <li key={note.note_id} className="border-t py-2 text-sm first:border-t-0 first:pt-0">
            <p className="text-muted text-xs">
              {note.by} {KINDS[note.kind]}, <Time iso={note.created_at} />
            </p>
            <p className="max-w-prose whitespace-pre-wrap break-words">{note.text}</p>
          </li>
        ))}
      </ul>
      {mayWrite && <NoteForm case_id={case_id} />}
    </Section>
  );
}

function NoteForm({ case_id }: { case_id: string }) {
  const [text, setText] = useState("");
  const { run, isPending, error } = useCaseWrite(
    (note: string) => addNote(case_id, note),
    () => setText(""),
  );
  return (
    <form
      className="flex max-w-prose flex-col items-start gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") run(text.trim());
      }}
    >
      <Field label="Add a note" className="w-full">
        <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <RefusalNote error={error} />
      <Button type="submit" size="sm" busy={isPending} disabled={text.trim() === ""}>
        Add the note
      </Button>
    </form>
  );
}
