import Link from "next/link";
import type { AgeBar } from "./prepare-ages";
import { formatCount } from "./prepare-format";

type AgeBarsProps = {
  bars: readonly AgeBar[];
  /** The rows behind one bar */
  hrefOf: (bar: AgeBar) => string;
};

/** Draws `prepareAges`. The bars are a table already, so they need no twin; each number is a link. */
export function AgeBars({ bars, hrefOf }: AgeBarsProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Open cases by age</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Age</th>
          <th scope="col">Open cases</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row" className="h-7 w-24 whitespace-nowrap pr-3 text-left font-normal text-muted">
              {bar.label}
            </th>
            <td>
              <span className="flex items-center gap-2">
                <svg aria-hidden className="h-3 min-w-0 flex-1 text-control" preserveAspectRatio="none">
                  <rect width={`${bar.length * 100}%`} height="12" fill="currentColor" rx="1.5" />
                </svg>
                {bar.count === 0 ? (
                  <span className="w-10 text-right text-faint">0</span>
                ) : (
                  <Link
                    href={hrefOf(bar)}
                    className="w-10 text-right font-medium underline-offset-2 hover:underline"
                  >
                    {formatCount(bar.count)}
                  </Link>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
