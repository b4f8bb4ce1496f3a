import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { KeyValues } from "@/components/ui/key-values";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import {
  PLACEHOLDERS,
  placeholdersFor,
  type Wording,
  type WordingCell,
  type Wordings,
} from "@/domain/wordings";
import { settingsQuery } from "@/lib/client/settings";
import { changeWording } from "@/lib/client/wordings";
import { SettingsForm } from "./settings-form";
import {
  faultsAt,
  inheritedAt,
  isSameWording,
  isWarningOptional,
  originOf,
  writtenWording,
} from "./wording-draft";
import { WordingPreview } from "./wording-preview";
import { classInWords, standingInWords } from "./wording-words";

type WordingEditorProps = {
  own: Wordings;
  cell: WordingCell;
  /** As it is being written */
  wording: Wording;
  onChange: (wording: Wording) => void;
  /** Saved or reset: nothing is being written any more */
  onDone: () => void;
};

/** The three texts of one cell, with what they may name and what support would read. */
export function WordingEditor({ own, cell, wording, onChange, onDone }: WordingEditorProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const store = useMutation({
    mutationFn: (changed: Wording | null) => changeWording(cell, changed),
    onSuccess: (settings, changed) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      onDone();
      toast({ title: changed === null ? "The default holds again" : "The wording is saved", tone: "ok" });
    },
  });
  const written = writtenWording(wording);
  const faults = faultsAt(cell, written);
  const inherited = inheritedAt(own, cell);
  const isOwn = originOf(own, cell) === "own";
  const submit = () => {
    setAsked(true);
    if (Object.keys(faults).length > 0) return;
    store.mutate(isSameWording(written, inherited) ? null : written);
  };
  const title = `${classInWords(cell.class)}: ${standingInWords(cell.standing)}`;
  return (
    <Section title={title.charAt(0).toUpperCase() + title.slice(1)}>
      <div className="grid gap-8 lg:grid-cols-2">
        <SettingsForm error={store.error} fields={[]} faults={asked ? faults : undefined} onSubmit={submit}>
          <Texts cell={cell} wording={wording} faults={faults} onChange={onChange} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={store.isPending}>
              Save
            </Button>
            <Button
              disabled={!isOwn && isSameWording(wording, inherited)}
              onClick={() => (isOwn ? store.mutate(null) : onDone())}
            >
              {cell.class !== "any" && own.any?.[cell.standing]
                ? "Reset to that of every class"
                : "Reset to default"}
            </Button>
          </div>
        </SettingsForm>
        <div className="flex min-w-0 flex-col gap-6">
          <WordingPreview cell={cell} wording={written} />
          <Placeholders cell={cell} />
        </div>
      </div>
    </Section>
  );
}

type TextsProps = {
  cell: WordingCell;
  wording: Wording;
  faults: Partial<Record<keyof Wording, string>>;
  onChange: (wording: Wording) => void;
};

function Texts({ cell, wording, faults, onChange }: TextsProps) {
  return (
    <>
      <Field
        label="What happened"
        hint="One sentence to the user, with {reference} in it."
        error={faults.sentence}
      >
        <Textarea
          rows={3}
          value={wording.sentence}
          onChange={({ target }) => onChange({ ...wording, sentence: target.value })}
        />
      </Field>
      <Field
        label="Safe to promise"
        hint="No more than is known where the effect stands so."
        error={faults.promise}
      >
        <Textarea
          rows={3}
          value={wording.promise}
          onChange={({ target }) => onChange({ ...wording, promise: target.value })}
        />
      </Field>
      <Field
        label="Do not"
        optional={isWarningOptional(cell.standing)}
        hint="What must not be said or tried."
        error={faults.do_not}
      >
        <Textarea
          rows={2}
          value={wording.do_not ?? ""}
          onChange={({ target }) => onChange({ ...wording, do_not: target.value })}
        />
      </Field>
    </>
  );
}

function Placeholders({ cell }: { cell: WordingCell }) {
  return (
    <section aria-label="Placeholders" className="min-w-0">
      <h3 className="pb-1 font-medium text-sm">Filled in by Errata</h3>
      <KeyValues
        items={placeholdersFor(cell.standing).map((name) => ({
          key: `{${name}}`,
          value: <span className="text-muted">{PLACEHOLDERS[name]}</span>,
        }))}
      />
    </section>
  );
}
