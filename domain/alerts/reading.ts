import type { NoDataReason } from "./states";

/** What a condition measured at one moment; `at` is milliseconds since 1970, what happened at or after it does not count. */
export type AlertReading = {
  at: number;
  /** In the condition's own unit; null: nothing is known. */
  value: number | null;
  no_data: NoDataReason | null;
  /** What the value is a part of, where it is a part. */
  numerator: number | null;
  denominator: number | null;
};

export function known(at: number, value: number, parts?: { of: number; among: number }): AlertReading {
  return { at, value, no_data: null, numerator: parts?.of ?? null, denominator: parts?.among ?? null };
}

export function unknown(
  at: number,
  no_data: NoDataReason,
  parts?: { of: number; among: number },
): AlertReading {
  return { at, value: null, no_data, numerator: parts?.of ?? null, denominator: parts?.among ?? null };
}
