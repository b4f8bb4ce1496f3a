import { Time } from "@/components/ui/time";
import type { LookUpAnswer } from "@/lib/contract/references";
import { AnswerHeading } from "./answer-heading";

/** It was here and retention dropped it: when it happened, as far as is still known, and when it went. */
export function Expired({ expired }: { expired: LookUpAnswer["expired"] }) {
  return (
    <>
      <AnswerHeading
        tone="neutral"
        title="Expired by retention"
        text="It was here, and was dropped with everything of its time. What happened is not known any more, only that it did. Had its effect been in doubt, its case would still be found by it."
      />
      <ul className="ml-8 border-t">
        {expired.map(({ reference, from, to, dropped_at }) => (
          <li key={reference} className="border-b py-2">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <code className="break-all font-medium">{reference}</code>
              <span className="text-muted text-sm">
                dropped <Time iso={dropped_at} />
              </span>
            </div>
            <p className="text-muted text-sm">
              It happened between <Time iso={from} display="absolute" seconds={false} /> and{" "}
              <Time iso={to} display="absolute" seconds={false} />.
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
