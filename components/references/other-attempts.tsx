import Link from "next/link";
import { EffectMark } from "@/components/marks/effect-mark";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { ReportAnswer } from "@/lib/contract/report";

type Attempts = ReportAnswer["other_attempts"];
/** As many as the report holds. */
const ATTEMPTS_MOST = 50;

/** Attempts of the same external effect under other references, in this run or another, newest first. */
export function OtherAttempts({ attempts }: { attempts: Attempts }) {
  return (
    <>
      <ol>
        {attempts.map((attempt) => (
          <li
            key={`${attempt.event_id} ${attempt.reference}`}
            className="flex flex-wrap items-center gap-x-3 py-0.5"
          >
            <Link
              href={referenceHref(attempt.reference, attempt.event_id)}
              className="break-all text-accent hover:underline"
            >
              {attempt.reference}
            </Link>
            <EffectMark of={attempt.effect} />
            <span className="text-muted">
              <Time iso={attempt.occurred_at} display="relative" />
            </span>
          </li>
        ))}
      </ol>
      {attempts.length >= ATTEMPTS_MOST && (
        <p className="pt-1 text-faint text-xs">The newest {ATTEMPTS_MOST}; there may be more.</p>
      )}
    </>
  );
}
