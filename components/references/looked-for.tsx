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
        {of.map(({ reference, check }) => (
          <li key={reference} className="min-w-0">
            <code className="break-all">{reference}</code>
            {check === "invalid" && (
              <span className="text-warn"> its check character does not fit: one character is wrong</span>
            )}
            {check === "valid" && <span className="text-muted"> its check character fits</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
