import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import { KeyValues } from "@/components/ui/key-values";
import { Time } from "@/components/ui/time";
import { currentFinding } from "@/domain/attempt-finding";
import { readClass } from "@/domain/event-class";
import { stringifyJson } from "@/domain/json";
import { referenceHref } from "@/lib/client/reference-href";
import type { Attempt } from "@/lib/contract/attempts";
import { readSnapshot } from "./read-snapshot";
import { VERDICT_WORDS } from "./verdict-words";

type AttemptEntryProps = {
  attempt: Attempt;
  number: number;
  /** It was made after a runtime had been told something */
  after_told: boolean;
  /** What was found before that does not count any more */
  reopened_at: string | null;
  /** Null where attempts are not settled one by one */
  choice: { chosen: boolean; toggle: () => void } | null;
};

/** One attempt: when, what came of it, what the model and the user were told, and what was found of it later. */
export function AttemptEntry({ attempt, number, after_told, reopened_at, choice }: AttemptEntryProps) {
  const { message, user_message, unmapped } = readSnapshot(attempt.snapshot);
  const { unreadable } = attempt;
  return (
    <li className="grid gap-x-4 gap-y-2 border-t py-3 first:border-t-0 first:pt-0 sm:grid-cols-[1.5rem_minmax(0,1fr)]">
      {choice === null ? (
        <span aria-hidden className="text-faint text-sm max-sm:hidden">
          {number}
        </span>
      ) : (
        <input
          type="checkbox"
          checked={choice.chosen}
          onChange={choice.toggle}
          aria-label={`Attempt ${number}${attempt.reference === null ? "" : `, ${attempt.reference}`}`}
          className="mt-0.5 size-4 accent-accent"
        />
      )}
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <Time iso={attempt.occurred_at} />
          <EffectMark of={attempt.effect} className="font-medium" />
          <CodeMark code={attempt.code} unmapped={unmapped} />
          <ClassMark of={readClass(attempt.class).class} className="text-muted" />
          {after_told && <Badge tone="warn">after it was told</Badge>}
        </div>
        <Found attempt={attempt} reopened_at={reopened_at} />
        {unreadable !== null && (
          <p className="border-warn border-l-2 pl-3 text-sm">
            The report could not be taken as it is: <span className="text-muted">{unreadable}</span>
          </p>
        )}
        <div className="grid gap-x-6 gap-y-2 xl:grid-cols-2">
          <Told audience="The model was told" text={message} />
          <Told audience="The user was told" text={user_message} />
        </div>
        <Details attempt={attempt} />
        <Reported attempt={attempt} number={number} />
      </div>
    </li>
  );
}

function Details({ attempt }: { attempt: Attempt }) {
  const { reference, run_id, arguments_hash, snapshot } = attempt;
  // What could not be read has no event of its own to be chosen by.
  const event_id = attempt.unreadable === null ? attempt.event_id : null;
  const { turn, release } = readSnapshot(snapshot);
  return (
    <KeyValues
      className="sm:grid-cols-[max-content_minmax(0,1fr)_max-content_minmax(0,1fr)]"
      items={[
        {
          key: "Reference",
          value: reference && (
            <ReferenceChip reference={reference} href={referenceHref(reference, event_id)} />
          ),
        },
        {
          key: "Run",
          value: run_id && `${run_id}${turn === undefined ? "" : ` · turn ${turn}`}`,
          mono: true,
        },
        { key: "Arguments", value: arguments_hash ?? "no hash reported", mono: arguments_hash !== null },
        { key: "Release", value: release, mono: true },
      ]}
    />
  );
}

/** What the tool reported beside its words, arguments among it, scrubbed; only for those who may read arguments. */
function Reported({ attempt: { snapshot }, number }: { attempt: Attempt; number: number }) {
  const { attributes } = readSnapshot(snapshot);
  if (attributes === undefined) return null;
  return (
    <details className="text-sm">
      <summary className="text-muted">What was reported with it</summary>
      <CodeBlock
        wrap
        className="mt-1"
        code={stringifyJson(attributes, 2)}
        label={`what was reported with attempt ${number}`}
      />
    </details>
  );
}

function Found({ attempt, reopened_at }: Pick<AttemptEntryProps, "attempt" | "reopened_at">) {
  const { found, found_by, found_at, found_external_id, found_note } = attempt;
  if (found === null) return null;
  const counts = currentFinding(attempt, reopened_at) !== null;
  return (
    <p className={cn("border-l-2 pl-3 text-sm", counts ? "border-accent" : "text-muted")}>
      <span className="font-medium">{VERDICT_WORDS[found].title}</span>
      {found_external_id !== null && <code className="break-all"> {found_external_id}</code>}
      {found_note !== null && <span className="break-words"> {found_note}</span>}
      <span className="text-muted">
        {" "}
        found by {found_by}
        {!counts && " before it was reopened: look again"}
        {found_at !== null && (
          <>
            , <Time past iso={found_at} display="relative" />
          </>
        )}
      </span>
    </p>
  );
}

function Told({ audience, text }: { audience: string; text: string | undefined }) {
  return (
    <div className="text-sm">
      <p className="eyebrow">{audience}</p>
      {text === undefined ? (
        <p className="text-faint">not reported</p>
      ) : (
        <blockquote className="max-w-prose whitespace-pre-wrap break-words">{text}</blockquote>
      )}
    </div>
  );
}
