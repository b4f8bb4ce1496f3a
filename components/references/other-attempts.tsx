import { EffectMark } from "@/components/marks/effect-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { ReportAnswer } from "@/lib/contract/report";
import { FoldedList } from "./folded-list";

type Attempts = ReportAnswer["other_attempts"];
/** As many as the report holds. */
const ATTEMPTS_MOST = 50;

/** Attempts of the same external effect under other references, in this run or another, newest first. */
export function OtherAttempts({ attempts }: { attempts: Attempts }) {
  return (
    <>
      <FoldedList
        items={attempts}
        keyOf={({ event_id, reference }) => `${event_id} ${reference}`}
        about={0}
        noun="attempts"
      >
        {(attempt) => (
          <li className="flex flex-wrap items-center gap-x-3 py-0.5">
            <IntentLink
              href={referenceHref(attempt.reference, attempt.event_id)}
              className="break-all text-accent hover:underline"
            >
              {attempt.reference}
            </IntentLink>
            <EffectMark of={attempt.effect} />
            <span className="text-muted">
              <Time iso={attempt.occurred_at} display="relative" />
            </span>
          </li>
        )}
      </FoldedList>
      {attempts.length >= ATTEMPTS_MOST && (
        <p className="pt-1 text-faint text-xs">The newest {ATTEMPTS_MOST}; there may be more.</p>
      )}
    </>
  );
}
