import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { MINUTE_ROWS_MILLIS, STEP_MILLIS, STEPS, type Step } from "@/domain/steps";

export const RANGES = ["15m", "1h", "6h", "24h", "7d", "30d", "90d", "1y"] as const;
export type Range = (typeof RANGES)[number];
/** Those that always stand in the header; the others are one press away. */
export const BAR_RANGES: readonly Range[] = ["1h", "6h", "24h", "7d", "30d"];
export const DEFAULT_RANGE: Range = "24h";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const RANGE_MS: Record<Range, number> = {
  "15m": HOUR_MS / 4,
  "1h": HOUR_MS,
  "6h": 6 * HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "90d": 90 * DAY_MS,
  "1y": 365 * DAY_MS,
};

/** About as many bars as half of a laptop's width can tell apart. */
const MAX_POINTS = 180;

/** The finest step that gives at most so many points and that the rollups still hold. */
export function chooseStep(fromMs: number, toMs: number, nowMs: number, maxPoints = MAX_POINTS): Step {
  const finest = nowMs - fromMs > MINUTE_ROWS_MILLIS ? STEP_MILLIS["15m"] : 0;
  return (
    STEPS.find((step) => STEP_MILLIS[step] >= finest && (toMs - fromMs) / STEP_MILLIS[step] <= maxPoints) ??
    "1d"
  );
}

export type RangeInput = { range: Range; from: string | null; to: string | null };
export type ResolvedRange = { from: string; to: string; step: Step };

/** Both ends valid and in order make a custom range; anything else falls back to the named one. */
export function isCustom(input: RangeInput): boolean {
  const from = Date.parse(input.from ?? "");
  const to = Date.parse(input.to ?? "");
  return from < to;
}

/** The half-open interval and the step that a range in the URL means at this moment. */
export function resolveRange(input: RangeInput, nowMs: number, maxPoints?: number): ResolvedRange {
  const toMs = isCustom(input) ? Date.parse(input.to ?? "") : nowMs;
  const fromMs = isCustom(input) ? Date.parse(input.from ?? "") : nowMs - RANGE_MS[input.range];
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    step: chooseStep(fromMs, toMs, nowMs, maxPoints),
  };
}

/** The range in words, as in "Loading the last 24h". */
export function describeRange(input: RangeInput): string {
  return isCustom(input) ? "the chosen range" : `the last ${input.range}`;
}

/** A moment as the value of a `datetime-local` input in the zone. */
export function toLocalInput(iso: string, zone: string): string {
  return format(new TZDate(iso, zone), "yyyy-MM-dd'T'HH:mm");
}

/** What a person typed into a `datetime-local` input in the zone, as UTC; null when it is no time. */
export function fromLocalInput(value: string, zone: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(value);
  if (!parts) return null;
  const [year, month, day, hour, minute] = parts.slice(1).map(Number);
  if (year === undefined || month === undefined) return null;
  const local = new TZDate(year, month - 1, day ?? 1, hour ?? 0, minute ?? 0, zone);
  return Number.isNaN(local.getTime()) ? null : new Date(local.getTime()).toISOString();
}
