import type { RateSeries } from "@/lib/contract/rates";

export type ShareSpark = {
  /** Points of unbroken lines, from 0 to 1 each way, up is more; where nothing failed there is no point */
  lines: readonly (readonly (readonly [x: number, y: number])[])[];
  /** Where the target stands; null when it lies above all that is drawn */
  target: number;
};

/** More steps than this cannot be told apart in a row of a table. */
const STEPS_MAX = 60;

/** The share over time as a small line: neighbours gathered until they fit, numerators and denominators apart. */
export function prepareShareSpark(points: RateSeries["points"], target: number): ShareSpark {
  const size = Math.max(1, Math.ceil(points.length / STEPS_MAX));
  const count = Math.ceil(points.length / size);
  const shares = Array.from({ length: count }, (_, index) =>
    shareOf(points.slice(index * size, (index + 1) * size)),
  );
  const known = shares.filter((share) => share !== null);
  const top = Math.max(target * 1.25, ...known, 0.01);
  const lines: [number, number][][] = [];
  let line: [number, number][] = [];
  shares.forEach((share, index) => {
    if (share === null) {
      line = [];
      return;
    }
    if (line.length === 0) lines.push(line);
    line.push([count < 2 ? 0.5 : index / (count - 1), share / top]);
  });
  return { lines, target: target / top };
}

function shareOf(points: RateSeries["points"]): number | null {
  const failures = points.reduce((sum, [, all]) => sum + all, 0);
  const unmapped = points.reduce((sum, [, , some]) => sum + some, 0);
  return failures === 0 ? null : unmapped / failures;
}
