"use client";

import { useQuery } from "@tanstack/react-query";
import { LEAK_WORDS } from "@/components/marks/leak-words";
import { CheckRow } from "@/components/ui/check-row";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input, Select } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { ALERTING_SILENCES, RATE_UNITS } from "@/domain/alerts/condition";
import { EVENT_CLASSES } from "@/domain/event-class";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import { facetsQuery } from "@/lib/client/facets";
import type { FieldErrors } from "@/lib/client/field-errors";
import type { AlertDraft } from "./alert-draft";
import { KnownInput } from "./known-input";

export type DraftPart = {
  draft: AlertDraft;
  faults: FieldErrors;
  onChange: (change: Partial<AlertDraft>) => void;
};

/** The fields of what is watched; each kind has its own. */
export function ConditionFields(part: DraftPart) {
  switch (part.draft.kind) {
    case "unmapped_share":
      return <ShareFields {...part} />;
    case "rate":
      return <RateFields {...part} />;
    case "silence":
      return <SilenceFields {...part} />;
    case "leak":
      return <LeakFields {...part} />;
    case "cases_due":
      return <CaseFields {...part} />;
  }
}

type TextField =
  | "share"
  | "min_failures"
  | "rate"
  | "window"
  | "due"
  | "cases"
  | "fires_after"
  | "resolves_after";

type TextProps = DraftPart & { field: TextField; label: string; hint?: string; numeric?: boolean };

/** One short text of the form. */
export function TextOf({ draft, faults, onChange, field, label, hint, numeric = false }: TextProps) {
  return (
    <Field label={label} hint={hint} error={faults[field]}>
      <Input
        autoComplete="off"
        inputMode={numeric ? "decimal" : "text"}
        value={draft[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Field>
  );
}

function ShareFields(part: DraftPart) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
      <TextOf {...part} numeric field="share" label="Above, in %" />
      <TextOf {...part} field="window" label="Over" hint="15 min, 1 h" />
      <TextOf
        {...part}
        numeric
        field="min_failures"
        label="From failures on"
        hint="With fewer, nothing is known."
      />
    </div>
  );
}

function RateFields(part: DraftPart) {
  const { draft, faults, onChange } = part;
  const codes = useQuery(facetsQuery).data?.codes ?? [];
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <div>
          <Segmented
            label="Rate of"
            value={draft.subject}
            onChange={(subject) => onChange({ subject })}
            options={[
              { value: "code", label: "A code" },
              { value: "class", label: "A class" },
            ]}
          />
        </div>
        <div className="min-w-0 flex-1">
          {draft.subject === "code" ? (
            <KnownInput
              label="Code"
              known={codes}
              placeholder="card_declined"
              value={draft.code}
              error={faults.code}
              onChange={(code) => onChange({ code })}
            />
          ) : (
            <Field label="Class">
              <Select
                value={draft.class}
                options={EVENT_CLASSES.map((value) => ({ value, label: value }))}
                onChange={({ target }) =>
                  onChange({ class: EVENT_CLASSES.find((each) => each === target.value) ?? draft.class })
                }
              />
            </Field>
          )}
        </div>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <TextOf {...part} numeric field="rate" label="Above" />
        <Field label="Per">
          <Select
            value={draft.per}
            options={RATE_UNITS.map((value) => ({ value, label: value }))}
            onChange={({ target }) =>
              onChange({ per: RATE_UNITS.find((each) => each === target.value) ?? draft.per })
            }
          />
        </Field>
        <TextOf {...part} field="window" label="Over" hint="15 min, 1 h" />
      </div>
    </>
  );
}

const SILENCE_WORDS: Readonly<Record<(typeof ALERTING_SILENCES)[number], string>> = {
  hidden: "Unmapped rose on the same tool: it very likely goes on without a name.",
  unexplained: "The service reports, and nothing tells whether the tool is called.",
  producer_stopped: "The service reports nothing at all.",
};

function SilenceFields({ draft, faults, onChange }: DraftPart) {
  const codes = useQuery(facetsQuery).data?.codes ?? [];
  return (
    <>
      <KnownInput
        label="Code"
        optional
        known={codes}
        placeholder="any code"
        hint="Retired codes never count."
        value={draft.silent_code}
        error={faults.silent_code}
        onChange={(silent_code) => onChange({ silent_code })}
      />
      <Fieldset label="Silences that ask for somebody" error={faults.silences}>
        <div className="-mx-2 flex flex-col">
          {ALERTING_SILENCES.map((state) => (
            <CheckRow
              key={state}
              label={state.replaceAll("_", " ")}
              description={SILENCE_WORDS[state]}
              checked={draft.silences.includes(state)}
              onChange={(on) => onChange({ silences: toggled(ALERTING_SILENCES, draft.silences, state, on) })}
            />
          ))}
        </div>
      </Fieldset>
    </>
  );
}

function LeakFields(part: DraftPart) {
  const { draft, faults, onChange } = part;
  return (
    <>
      <Fieldset label="What must not leak" error={faults.leaks}>
        <div className="-mx-2 grid sm:grid-cols-2">
          {LEAK_KINDS.map((kind) => (
            <CheckRow
              key={kind}
              label={LEAK_WORDS[kind].label}
              checked={draft.leaks.includes(kind)}
              onChange={(on) => onChange({ leaks: toggled(LEAK_KINDS, draft.leaks, kind, on) })}
            />
          ))}
        </div>
      </Fieldset>
      <TextOf
        {...part}
        field="window"
        label="Within"
        hint="It counts as leaking for so long after the newest one."
      />
    </>
  );
}

function CaseFields(part: DraftPart) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextOf {...part} field="due" label="Due within" hint="0 min: only those past their deadline." />
      <TextOf {...part} numeric field="cases" label="More cases than" hint="0: the first one tells." />
    </div>
  );
}

/** In the order of `all`. */
function toggled<T>(all: readonly T[], chosen: readonly T[], one: T, on: boolean): T[] {
  return all.filter((each) => (each === one ? on : chosen.includes(each)));
}
