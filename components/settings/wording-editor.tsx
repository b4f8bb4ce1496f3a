import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { KeyValues } from "@/components/ui/key-values";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import {
  isSameWording,
  PLACEHOLDERS,
  placeholdersFor,
  type Wording,
  type WordingCell,
  type Wordings,
  withWording,
  wordingOfCell,
  wording as wordingShape,
} from "@/domain/wordings";
import { ApiError } from "@/lib/client/api-error";
import { settingsQuery } from "@/lib/client/settings";
import { changeWording } from "@/lib/client/wordings";
import type { WordingChange } from "@/lib/contract/wordings";
import { SettingsForm } from "./settings-form";
import { WordingConflict } from "./wording-conflict";
import {
  faultsAt,
  inheritedAt,
  isWarningOptional,
  type WordingDraft,
  wordingAt,
  writtenWording,
} from "./wording-draft";
import { WordingPreview } from "./wording-preview";
import { classInWords, standingInWords } from "./wording-words";

type WordingEditorProps = {
  own: Wordings;
  cell: WordingCell;
  /** Undefined while nothing is being written */
  draft: WordingDraft | undefined;
  onChange: (wording: Wording) => void;
  /** Saved, reset or given up: nothing is being written any more */
  onDone: () => void;
};

/** The three texts of one cell, with what they may name and what support would read. */
export function WordingEditor({ own, cell, draft, onChange, onDone }: WordingEditorProps) {
  const [asked, setAsked] = useState(false);
  const store = useStoredWording(cell, onDone);
  const current = wordingOfCell(own, cell);
  const { wording, instead_of } = draft ?? { wording: wordingAt(own, cell), instead_of: current };
  const written = writtenWording(wording);
  const faults = faultsAt(cell, written);
  const inherited = inheritedAt(own, cell);
  const save = (in_place_of: Wording | null) => {
    setAsked(true);
    if (Object.keys(faults).length > 0) return;
    const changed = isSameWording(written, inherited) ? null : written;
    store.mutate({ wording: changed, instead_of: in_place_of });
  };
  const title = `${classInWords(cell.class)}: ${standingInWords(cell.standing)}`;
  return (
    <Section title={title.charAt(0).toUpperCase() + title.slice(1)}>
      <div className="grid gap-8 lg:grid-cols-2">
        <SettingsForm
          error={isOvertaken(store.error) ? null : store.error}
          fields={[]}
          faults={asked ? faults : undefined}
          onSubmit={() => save(instead_of)}
        >
          <Texts cell={cell} wording={wording} faults={faults} onChange={onChange} />
          {isSameWording(current, instead_of) ? (
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="primary" busy={store.isPending}>
                Save
              </Button>
              <Button
                disabled={current === null && isSameWording(wording, inherited)}
                onClick={() => (current === null ? onDone() : store.mutate({ wording: null, instead_of }))}
              >
                {cell.class !== "any" && own.any?.[cell.standing]
                  ? "Reset to that of every class"
                  : "Reset to default"}
              </Button>
            </div>
          ) : (
            <WordingConflict
              theirs={current}
              busy={store.isPending}
              onTake={onDone}
              onOverride={() => save(current)}
            />
          )}
        </SettingsForm>
        <div className="flex min-w-0 flex-col gap-6">
          <WordingPreview cell={cell} wording={written} />
          <Placeholders cell={cell} />
        </div>
      </div>
    </Section>
  );
}

/** Whoever was overtaken is shown what stands there now. */
function useStoredWording(cell: WordingCell, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Pick<WordingChange, "wording" | "instead_of">) =>
      changeWording({ ...cell, ...change }),
    onSuccess: (settings, { wording }) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      onDone();
      toast({ title: wording === null ? "The default holds again" : "The wording is saved", tone: "ok" });
    },
    onError: (error) => {
      const theirs = wordingOrNone.safeParse(isOvertaken(error) ? error.problem.wording : undefined);
      if (theirs.success)
        client.setQueryData(settingsQuery.queryKey, (before) =>
          before ? { ...before, wordings: withWording(before.wordings, cell, theirs.data) } : before,
        );
    },
  });
}

const wordingOrNone = wordingShape.nullable();

const isOvertaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem.code === "wording_changed";

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
          className="field-sizing-content min-h-18"
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
          className="field-sizing-content min-h-18"
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
          className="field-sizing-content min-h-13"
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
