import Link from "next/link";
import { ReferenceChip } from "@/components/marks/reference-chip";
import { Time } from "@/components/ui/time";
import { lintHref } from "@/lib/client/lint";
import { referenceHref } from "@/lib/client/reference-href";
import type { CodeAnswer } from "@/lib/contract/codes";
import type { SilenceItem } from "@/lib/contract/silences";
import { DRIFT_WORDS, isSilent } from "./code-words";

/** What asks for a look at a code, each in a sentence. */
export function CodeNotes({ code, silence }: { code: CodeAnswer; silence: SilenceItem | undefined }) {
  const { drifts, saying, retired_at, retired_by, came_back } = code;
  return (
    <ul className="flex flex-col gap-2 pb-6 text-sm empty:hidden [&>li]:border-warn [&>li]:border-l-2 [&>li]:pl-3">
      {drifts.map((drift) => (
        <li key={drift}>
          <strong className="font-medium">It has {DRIFT_WORDS[drift].label}.</strong> {DRIFT_WORDS[drift].why}
        </li>
      ))}
      {saying.lacking > 0 && saying.example_reference && (
        <li>
          <strong className="font-medium">It says too little:</strong>{" "}
          {saying.lacks.map(({ field, events }) => `no ${field} in ${events}`).join(", ")}. For example{" "}
          <ReferenceChip
            reference={saying.example_reference}
            href={referenceHref(saying.example_reference, saying.example_event_id, "model")}
          />
          {" · "}
          <Link
            href={lintHref({ reference: saying.example_reference, event_id: saying.example_event_id })}
            className="text-accent underline-offset-2 hover:underline"
          >
            Lint its body
          </Link>
        </li>
      )}
      {silence && isSilent(code, silence) && (
        <li>
          <strong className="font-medium">It has gone silent</strong> since <Time iso={silence.since} past />
          {": "}
          {silence.why}
        </li>
      )}
      {retired_at && (
        <li>
          {came_back ? (
            <strong className="font-medium">It was seen again after it was retired</strong>
          ) : (
            "Retired"
          )}{" "}
          <Time iso={retired_at} past /> by {retired_by}.
        </li>
      )}
    </ul>
  );
}
