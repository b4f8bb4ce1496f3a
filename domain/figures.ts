/** Where the bands of open cases end, in seconds; the last one is without end. */
export const AGE_BANDS: readonly number[] = [3_600, 14_400, 86_400, 259_200, 604_800];
export const DEADLINE_BANDS: readonly number[] = [3_600, 14_400, 43_200, 86_400, 604_800];

export type Band = { up_to_seconds: number | null; count: number };

/** The counts of `width_bucket` (0 is below the first bound) as bands, those without any included. */
export function toBands(bounds: readonly number[], counted: ReadonlyMap<number, number>): Band[] {
  return [...bounds, null].map((up_to_seconds, index) => ({
    up_to_seconds,
    count: counted.get(index) ?? 0,
  }));
}

/** A part of a whole; null when there is no whole: never 0, never 1. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

const QUARTER_MILLIS = 900_000;

/**
 * The range widened to whole quarter hours, which is what rollups know; milliseconds since 1970 in and out.
 * An empty one stays empty.
 */
export function toQuarters(from: number, to: number): { from: number; to: number } {
  return {
    from: Math.floor(from / QUARTER_MILLIS) * QUARTER_MILLIS,
    to: Math.ceil(to / QUARTER_MILLIS) * QUARTER_MILLIS,
  };
}
