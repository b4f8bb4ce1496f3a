import { formatCount, formatShare } from "@/components/charts/prepare-format";
import type { RecoveryAnswer, RecoveryDifference } from "@/lib/contract/recovery";

/** How far the answer reaches, where it does not reach over all of the range; null: it does. */
export function describeReading({
  read,
  known_from,
}: Pick<RecoveryAnswer, "read" | "known_from">): string | null {
  if (read.whole) return null;
  const what = known_from === "reported" ? "recoveries" : "failures";
  return `The newest ${formatCount(read.rows)} ${what} of the range. Choose a shorter range, a service or an environment to read all.`;
}

const signed = new Intl.NumberFormat("en-GB", { signDisplay: "exceptZero", maximumFractionDigits: 1 });

/** `−3 (−4 to −2)`, in attempts. */
export function sayAttempts({ difference, interval }: RecoveryDifference): string {
  const whole = signed.format(difference);
  return interval === null
    ? whole
    : `${whole} (${signed.format(interval.low)} to ${signed.format(interval.high)})`;
}

/** `−12 points (−18 to −7)`, in percentage points. */
export function sayPoints({ difference, interval }: RecoveryDifference): string {
  const points = (share: number) => signed.format(share * 100);
  const whole = `${points(difference)} points`;
  return interval === null ? whole : `${whole} (${points(interval.low)} to ${points(interval.high)})`;
}

/** Whether the interval leaves no doubt that it is fewer, or more; null where it does. */
export function surenessOf(change: RecoveryDifference | null): "fewer" | "more" | null {
  if (change?.interval == null) return null;
  if (change.interval.high < 0) return "fewer";
  return change.interval.low > 0 ? "more" : null;
}

/** What a share is made of, or why there is none. */
export function describeGaveUp(gave_up: number | null, episodes: number, escalated: number | null): string {
  if (gave_up === null) return "Unknown: events tell of failures alone";
  if (episodes === 0) return "Undefined: nothing ended";
  const more = escalated ? `, ${formatCount(escalated)} escalated` : "";
  return `${formatCount(gave_up)} of ${formatCount(episodes)} episodes${more}`;
}

export const shareOrDash = (share: number | null): string => formatShare(share) ?? "–";
