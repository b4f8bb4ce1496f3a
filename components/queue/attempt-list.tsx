import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { KeyValues } from "@/components/ui/key-values";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { readClass } from "@/domain/event-class";
import { referenceHref } from "@/lib/client/reference-href";
import type { Attempt } from "@/lib/contract/cases";
import { readSnapshot } from "./read-snapshot";

/** What was tried, oldest first, and what the model and the user were told each time. */
export function AttemptList({ attempts, count }: { attempts: readonly Attempt[]; count: number }) {
  return (
    <Section
      title={`Attempts (${count})`}
      description="In the order they happened. An attempt's “absent” speaks for that attempt only."
    >
      {attempts.length === 0 && (
        <p className="text-muted text-sm">No attempt is known: this case was opened by hand.</p>
      )}
      <ol className="flex flex-col">
        {attempts.map((attempt, index) => (
          <AttemptEntry
            key={`${attempt.event_id} ${attempt.occurred_at}`}
            attempt={attempt}
            number={index + 1}
          />
        ))}
      </ol>
    </Section>
  );
}

function AttemptEntry({ attempt, number }: { attempt: Attempt; number: number }) {
  const { message, user_message, unmapped, turn, release } = readSnapshot(attempt.snapshot);
  const { reference, run_id, arguments_hash, unreadable } = attempt;
  return (
    <li className="grid gap-x-4 gap-y-2 border-t py-3 first:border-t-0 first:pt-0 sm:grid-cols-[1.5rem_minmax(0,1fr)]">
      <span aria-hidden className="text-faint text-sm max-sm:hidden">
        {number}
      </span>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <Time iso={attempt.occurred_at} />
          <EffectMark of={attempt.effect} className="font-medium" />
          <CodeMark code={attempt.code} unmapped={unmapped} />
          <ClassMark of={readClass(attempt.class).class} className="text-muted" />
        </div>
        {unreadable !== null && (
          <p className="border-warn border-l-2 pl-3 text-sm">
            The report could not be taken as it is: <span className="text-muted">{unreadable}</span>
          </p>
        )}
        <Told audience="The model was told" text={message} />
        <Told audience="The user was told" text={user_message} />
        <KeyValues
          className="sm:grid-cols-[max-content_minmax(0,1fr)_max-content_minmax(0,1fr)]"
          items={[
            {
              key: "Reference",
              value: reference && <ReferenceChip reference={reference} href={referenceHref(reference)} />,
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
      </div>
    </li>
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
