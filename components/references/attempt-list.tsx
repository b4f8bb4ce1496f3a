import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { Time } from "@/components/ui/time";
import type { EventItem } from "@/lib/contract/events-list";
import { FoldedList } from "./folded-list";

/** The attempts behind one match, oldest first: one run tried again under one reference. */
export function AttemptList({ attempts }: { attempts: readonly EventItem[] }) {
  return (
    <FoldedList
      items={attempts}
      keyOf={({ event_id }) => event_id}
      about={attempts.length - 1}
      noun="attempts"
    >
      {(attempt, index) => (
        <li className="flex flex-wrap items-center gap-x-3 py-0.5">
          <span className="text-muted tabular-nums">{attempt.attempt ?? index + 1}.</span>
          <CodeMark code={attempt.code} unmapped={attempt.unmapped} />
          <EffectMark of={attempt.effect} />
          <span className="text-muted">
            <Time iso={attempt.occurred_at} display="relative" />
          </span>
        </li>
      )}
    </FoldedList>
  );
}
