import type { LookUpAnswer } from "@/lib/contract/references";
import { likelyReferences } from "./near-words";

type LookedForProps = { of: LookUpAnswer["looked_for"]; q: string };

/** Which references were read out of the text, and what their check character says; nothing when the text is one. */
export function LookedFor({ of: candidates, q }: LookedForProps) {
  const of = likelyReferences(candidates);
  const [only] = of;
  if (!only || (of.length === 1 && only.reference === q.trim() && only.check === "unchecked")) return null;
  return (
    <div className="text-sm">
      <p className="eyebrow">Read out of the text</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {of.map(({ reference, check, wrong_at }) => (
          <li key={reference} className="min-w-0">
            <code className="break-all">
              {wrong_at === null ? (
                reference
              ) : (
                <>
                  {reference.slice(0, wrong_at)}
                  <mark className="bg-warn-soft font-bold text-warn underline underline-offset-2">
                    {reference.charAt(wrong_at)}
                  </mark>
                  {reference.slice(wrong_at + 1)}
                </>
              )}
            </code>
            {check === "invalid" && (
              <span className="text-warn">
                {wrong_at === null
                  ? " if it was made with a check character, that one does not fit: something in it is wrong"
                  : ` its check character does not fit: the ${ordinal(wrong_at + 1)} character is wrong`}
              </span>
            )}
            {check === "valid" && <span className="text-muted"> its check character fits</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ordinal(place: number): string {
  const ending = place % 10 > 3 || Math.floor(place / 10) === 1 ? "th" : ["th", "st", "nd", "rd"][place % 10];
  return `${place}${ending}`;
}
