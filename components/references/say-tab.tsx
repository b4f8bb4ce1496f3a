import { CircleCheck, OctagonX } from "lucide-react";
import { CopyButton } from "@/components/ui/copy-button";
import type { ReportAnswer } from "@/lib/contract/report";
import { markLeaks } from "./mark-leaks";
import { MarkedValue } from "./marked-value";

/** For support: the sentence, what is safe to promise, and what is not. */
export function SayTab({ report }: { report: ReportAnswer }) {
  const { say_to_user: say } = report;
  const told = report.events.at(-1)?.user_message;
  if (!say)
    return (
      <p className="max-w-prose text-muted">
        Without the event nothing is known that could be said. Promise only to come back when it is.
      </p>
    );
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <section aria-label="The sentence">
        <blockquote className="border-accent border-l-2 pl-4 text-lg">{say.sentence}</blockquote>
        <div className="flex flex-wrap gap-2 pt-3 pl-4">
          <CopyButton text={say.sentence} label="Copy sentence" variant="primary" size="md" />
          <CopyButton text={`${say.sentence}\n\n${say.promise}`} label="Copy with promise" size="md" />
        </div>
      </section>
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        <div>
          <h2 className="font-medium">Safe to promise</h2>
          <p className="text-muted">{say.promise}</p>
        </div>
      </div>
      {say.do_not && (
        <div className="flex items-start gap-3">
          <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
          <div>
            <h2 className="font-medium">Do not</h2>
            <p className="text-muted">{say.do_not}</p>
          </div>
        </div>
      )}
      {told && told.trim() !== say.sentence && (
        <div className="border-t pt-3 text-sm">
          <h2 className="eyebrow">What the user was told at the time</h2>
          <p className="break-words">
            <MarkedValue parts={markLeaks("user_message", told)} />
          </p>
        </div>
      )}
    </div>
  );
}
