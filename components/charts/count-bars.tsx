import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import { formatCount } from "./prepare-format";

export type CountBar = {
  key: string;
  label: ReactNode;
  count: number;
  /** Of the longest bar, 0 to 1 */
  length: number;
  /** The rows behind the number; left out where no list holds just these */
  href?: string;
};

type CountBarsProps = {
  caption: string;
  /** What the two columns hold, for readers */
  columns: readonly [string, string];
  bars: readonly CountBar[];
};

/** Counts side by side. The bars are a table already, so they need no twin. */
export function CountBars({ caption, columns, bars }: CountBarsProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row" className="h-7 max-w-56 whitespace-nowrap pr-3 text-left font-normal text-muted">
              {bar.label}
            </th>
            <td className="w-full">
              <BarWithCount bar={bar} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BarWithCount({ bar }: { bar: CountBar }) {
  return (
    <span className="flex items-center gap-2">
      {/* An attribute of SVG, not a style: the width may stand in the server's HTML. */}
      <svg aria-hidden className="h-3 w-0 flex-1 text-control">
        <rect width={`${bar.length * 100}%`} height="12" fill="currentColor" rx="1.5" />
      </svg>
      {bar.count === 0 || bar.href === undefined ? (
        <span className={cn("w-12 text-right", bar.count === 0 ? "text-faint" : "font-medium")}>
          {formatCount(bar.count)}
        </span>
      ) : (
        <IntentLink
          href={bar.href}
          className="w-12 text-right font-medium underline-offset-2 hover:underline"
        >
          {formatCount(bar.count)}
        </IntentLink>
      )}
    </span>
  );
}
