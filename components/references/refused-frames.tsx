"use client";

import { OctagonX } from "lucide-react";
import Link from "next/link";
import { Time } from "@/components/ui/time";
import { useMay } from "@/lib/client/session";
import type { ReportAnswer } from "@/lib/contract/report";

type RefusedFramesProps = {
  report: ReportAnswer;
  /** Whether there are records beside them */
  beside?: boolean;
};

/** Frames that came and could not be stored: waiting for them would be in vain until somebody mends them. */
export function RefusedFrames({ report, beside }: RefusedFramesProps) {
  const mayMend = useMay("quarantine.read");
  const { refused } = report.frames;
  if (refused.length === 0) return null;
  const title = beside ? "More came and was refused" : "They came and were refused";
  return (
    <section aria-label={title} className="flex max-w-prose items-start gap-3">
      <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted">
          {mayMend
            ? "What was sent waits in quarantine: mend it there and it appears here."
            : "What was sent waits in quarantine, where an engineer can mend it. Hand on the reference and the reason."}
        </p>
        <ul className="pt-2">
          {refused.map(({ reason, detail, received_at }) => (
            <li key={`${reason} ${received_at}`} className="py-1">
              <div className="flex flex-wrap items-baseline gap-x-3">
                <code className="break-all text-danger text-sm">refused ({reason})</code>
                <span className="text-muted text-sm">
                  <Time iso={received_at} />
                </span>
              </div>
              {detail && <p className="break-words text-muted text-sm">{detail}</p>}
            </li>
          ))}
        </ul>
        {mayMend && (
          <Link
            className="font-medium text-accent text-sm hover:underline"
            href={`/intake/quarantine?state=all&door=frames&q=${encodeURIComponent(report.reference)}`}
          >
            Open it in quarantine
          </Link>
        )}
      </div>
    </section>
  );
}
