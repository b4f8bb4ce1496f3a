import type { ReactNode } from "react";
import { cn } from "./cn";
import { IntentLink } from "./intent-link";

type StatProps = {
  label: string;
  /** Null is drawn as a dash: undefined is neither 0 nor 100 */
  value: ReactNode | null;
  /** The rows behind the number */
  href?: string;
  /** Numerator and denominator, the period before, or why there is no value */
  detail?: ReactNode;
  tone?: "neutral" | "danger" | "warn";
};

const tones = { neutral: "", danger: "text-danger", warn: "text-warn" };

/** One number with its name and what it is made of. */
export function Stat({ label, value, href, detail, tone = "neutral" }: StatProps) {
  const missing = value === null || value === undefined;
  const figure = missing ? (
    <span>
      <span aria-hidden>–</span>
      <span className="sr-only">no value</span>
    </span>
  ) : (
    value
  );
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="eyebrow">{label}</dt>
      <dd className={cn("font-semibold text-2xl tracking-tight", missing ? "text-faint" : tones[tone])}>
        {href && !missing ? (
          <IntentLink href={href} className="decoration-1 underline-offset-4 hover:underline">
            {figure}
          </IntentLink>
        ) : (
          figure
        )}
      </dd>
      {detail && <dd className="text-muted text-xs">{detail}</dd>}
    </div>
  );
}
