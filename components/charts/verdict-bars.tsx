import type { Verdict } from "@/domain/verdict";
import type { VerdictSegment } from "./prepare-verdicts";

const HEIGHT = 12;

/** Verdicts are told by pattern, in greys: none of them is good or bad. */
const FILLS: Readonly<Record<Verdict, string>> = {
  committed: "currentColor",
  absent: "none",
  compensated: "url(#verdict-compensated)",
  undeterminable: "url(#verdict-undeterminable)",
};

/** The patterns that the bars of a page refer to; mount once above them. */
export function VerdictPatterns() {
  return (
    <svg aria-hidden className="absolute size-0 text-muted">
      <defs>
        <pattern
          id="verdict-compensated"
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="1.5" height="4" fill="currentColor" />
        </pattern>
        <pattern id="verdict-undeterminable" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="1.5" height="1.5" fill="currentColor" />
        </pattern>
      </defs>
    </svg>
  );
}

/** The pattern of one verdict, for a legend or a column's head. */
export function VerdictSwatch({ of }: { of: Verdict }) {
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="inline-block size-3 shrink-0 align-[-1px] text-muted">
      <rect x="0.5" y="0.5" width="11" height="11" fill={FILLS[of]} stroke="currentColor" />
    </svg>
  );
}

/** One tool's verdicts side by side. Decoration: the numbers stand beside it. */
export function VerdictBar({ segments }: { segments: readonly VerdictSegment[] }) {
  return (
    <svg aria-hidden className="block h-3 w-full text-muted">
      {segments.map(({ verdict, start, length }) => (
        <rect
          key={verdict}
          x={`${start * 100}%`}
          y="0.5"
          width={`${length * 100}%`}
          height={HEIGHT - 1}
          fill={FILLS[verdict]}
          stroke="currentColor"
        />
      ))}
    </svg>
  );
}
