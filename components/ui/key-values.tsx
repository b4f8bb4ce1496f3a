import type { ReactNode } from "react";
import { cn } from "./cn";

type KeyValuesProps = {
  /** Null values are left out; use a word such as "not reported" where absence matters */
  items: readonly { key: string; value: ReactNode; mono?: boolean }[];
  className?: string;
};

/** Names and values in two columns, in one on small screens. */
export function KeyValues({ items, className }: KeyValuesProps) {
  return (
    <dl className={cn("grid gap-x-4 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]", className)}>
      {items
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ key, value, mono }) => (
          <div key={key} className="contents">
            <dt className="pt-1 text-muted sm:pb-1">{key}</dt>
            <dd className={cn("min-w-0 break-words pb-1 sm:pt-1", mono && "font-mono")}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
