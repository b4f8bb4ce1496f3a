import type { LookUpAnswer } from "@/lib/contract/references";
import { AnswerHeading } from "./answer-heading";
import { isMerelyProse } from "./near-words";

/** Nobody reported it, as far as this person may see; what to check before saying so to a user. */
export function Never({ q, lookedFor }: { q: string; lookedFor: LookUpAnswer["looked_for"] }) {
  if (isMerelyProse(q, lookedFor))
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
        text="No event, no frames and nothing refused carry it."
      />
      <div className="pl-8">
        <p className="font-medium text-sm">What to check</p>
        <ul className="max-w-prose list-disc pl-4 text-muted text-sm">
          <li>Is it whole? Ask for a copy instead of a screenshot or dictation.</li>
          <li>Does it come from this product, and from the environment this installation serves?</li>
          <li>Could it belong to a tenant that you may not see? Then an admin gets another answer.</li>
        </ul>
      </div>
    </>
  );
}
