import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { Time } from "@/components/ui/time";
import type { EventItem } from "@/lib/contract/events-list";

/** The attempts behind one match, oldest first: one run tried again under one reference. */
export function AttemptList({ attempts }: { attempts: readonly EventItem[] }) {
  return (
    <ol>
      {attempts.map((attempt, index) => (
        <li key={attempt.event_id} className="flex flex-col gap-0.5 border-t py-1.5 first:border-t-0">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="text-muted">{attempt.attempt ?? index + 1}.</span>
            <CodeMark code={attempt.code} unmapped={attempt.unmapped} />
            <EffectMark of={attempt.effect} />
          </span>
          <span className="text-muted">
            <Time iso={attempt.occurred_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
