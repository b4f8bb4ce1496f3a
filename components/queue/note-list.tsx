"use client";

import { useRef } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { addNote } from "@/lib/client/cases";
import type { Note } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { useKept } from "./use-kept";

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
              {note.by} {KINDS[note.kind]}, <Time past iso={note.created_at} />
            </p>
            <p className="max-w-prose whitespace-pre-wrap break-words">{note.text}</p>
          </li>
        ))}
      </ul>
      {mayWrite && <NoteForm case_id={case_id} />}
    </Section>
  );
}

const TEXT = z.string();

function NoteForm({ case_id }: { case_id: string }) {
  const { value: text, change, clear } = useKept(`errata.note.${case_id}`, TEXT, "");
  const { run, isPending, error } = useCaseWrite((note: string) => addNote(case_id, note), clear);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = () => {
    field.current?.focus();
    field.current?.scrollIntoView({ block: "center" });
  };
  usePageKeys([{ keys: "m", label: "Write a note", run: write }]);
  const add = () => {
    if (text.trim() !== "") run(text.trim());
  };
  return (
    <form
      className="flex max-w-prose flex-col items-start gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        field.current?.blur();
      }}
    >
      <Field
        label={
          <>
            Add a note <Kbd>m</Kbd>
          </>
        }
        className="w-full"
      >
        <Textarea ref={field} rows={2} value={text} onChange={(event) => change(event.target.value)} />
      </Field>
      <RefusalNote error={error} />
      <Button type="submit" size="sm" busy={isPending} disabled={text.trim() === ""}>
        Add the note
      </Button>
    </form>
  );
}
