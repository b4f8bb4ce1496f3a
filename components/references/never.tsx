import type { LookUpAnswer } from "@/lib/contract/references";
import { AnswerHeading } from "./answer-heading";
import { isMerelyProse, keptWords, onlyReference } from "./near-words";
import { OpenByHand } from "./open-by-hand";

/** Nobody reported it, as far as this person may see; what to check before saying so to a user. */
export function Never({ q, answer }: { q: string; answer: LookUpAnswer }) {
  const reference = onlyReference(q, answer.looked_for);
  if (isMerelyProse(q, answer.looked_for))
    return (
      <AnswerHeading
        tone="neutral"
        title="No reference in this text"
        text="Nothing in it reads like one, and none of its words is one that is known here. References usually look like err_7c1f9a and stand at the end of the message the user saw."
      />
    );
  return (
    <>
      <AnswerHeading
        tone="neutral"
        title="Never seen"
        text="No event, no frames and nothing refused carry it, as a reference, trace, run, call, key or case."
      />
      <div className="pl-8">
        <p className="font-medium text-sm">What to ask the user</p>
        <ul className="max-w-prose list-disc pl-4 text-muted text-sm">
          <li>The whole message, copied rather than typed: a cut or a typing mistake is seen at once.</li>
          <li>When it happened, and in which product: this installation may serve another environment.</li>
          <li>
            The address of the page, or any other number the message shows: runs and traces are found too.
          </li>
        </ul>
        <p className="max-w-prose pt-2 text-muted text-sm">{keptWords(answer.kept_days)}</p>
        {reference !== null && (
          <div className="flex flex-wrap items-center gap-3 pt-3 text-sm">
            <OpenByHand reference={reference} />
            <span className="text-muted">if the user says that something happened: a person will look.</span>
          </div>
        )}
        {answer.confined && (
          <p className="max-w-prose pt-2 text-muted text-sm">
            It may also belong to a part that you may not see; an admin can tell.
          </p>
        )}
      </div>
    </>
  );
}
