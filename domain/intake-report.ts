import type { IntakeMeasure } from "./intake";
import { LAG_BOUNDS, type LagBound } from "./intake-tally";
import { ITEM_STATUSES, type ItemStatus } from "./item-results";

/** Marks of accepted events that a source answers for. */
export const INTAKE_MARKS = [
  "skewed",
  "sanitized",
  "scrubbed",
  "malformed_code",
  "message_cut",
  "leaked",
] as const satisfies readonly IntakeMeasure[];
export type IntakeMark = (typeof INTAKE_MARKS)[number];

/** What a source sent within the range, by door, measure and detail. */
export type IntakeSum = {
  source_id: number;
  door: string;
  measure: IntakeMeasure;
  detail: string;
  items: number;
};
/** What became of it within one step of the range. */
export type IntakePoint = { source_id: number; bucket: number; status: ItemStatus; items: number };

type Counts = Record<ItemStatus, number>;
type Share = number | null;

const none = (): Counts => ({ accepted: 0, duplicate: 0, conflict: 0, rejected: 0 });
const shareOf = (part: number, whole: number): Share => (whole === 0 ? null : part / whole);

/**
 * What came in, in numbers that belong together: the four counts sum to `received`, their shares are of it, and those
 * of marks are of the accepted events, since nothing else has marks. A share of nothing is null.
 */
export function measureIntake(sums: readonly IntakeSum[]) {
  const counts = none();
  for (const { measure, items } of sums) if (isStatus(measure)) counts[measure] += items;
  const received = counts.accepted + counts.duplicate + counts.conflict + counts.rejected;
  const accepted_events = total(sums, ({ door, measure }) => door === "events" && measure === "accepted");
  const marks = byMark((mark) => total(sums, ({ measure }) => measure === mark));
  return {
    received,
    ...counts,
    ...marks,
    accepted_events,
    shares: {
      duplicate: shareOf(counts.duplicate, received),
      conflict: shareOf(counts.conflict, received),
      rejected: shareOf(counts.rejected, received),
      ...byMark((mark) => shareOf(marks[mark], accepted_events)),
    },
    rejected_by_reason: byReason(sums),
    doors: byDoor(sums),
    lag: lagOf(sums),
  };
}

export type MeasuredIntake = ReturnType<typeof measureIntake>;

/** Dense points of the steps that start at `starts`, oldest first, zeros included. */
export function pointsOf(points: readonly IntakePoint[], starts: readonly string[]) {
  const cells = starts.map(none);
  for (const { bucket, status, items } of points) {
    const cell = cells[bucket];
    if (cell) cell[status] += items;
  }
  return starts.map((start, index) => {
    const { accepted, duplicate, conflict, rejected } = cells[index] ?? none();
    return [start, accepted, duplicate, conflict, rejected] as [string, number, number, number, number];
  });
}

function total(sums: readonly IntakeSum[], counts: (sum: IntakeSum) => boolean): number {
  return sums.reduce((all, sum) => (counts(sum) ? all + sum.items : all), 0);
}

function isStatus(measure: IntakeMeasure): measure is ItemStatus {
  return (ITEM_STATUSES as readonly string[]).includes(measure);
}

function byMark<Value>(ofMark: (mark: IntakeMark) => Value): Record<IntakeMark, Value> {
  return {
    skewed: ofMark("skewed"),
    sanitized: ofMark("sanitized"),
    scrubbed: ofMark("scrubbed"),
    malformed_code: ofMark("malformed_code"),
    message_cut: ofMark("message_cut"),
    leaked: ofMark("leaked"),
  };
}

/** By door and reason, since a mended item goes through its own door again; most items first. */
function byReason(sums: readonly IntakeSum[]) {
  const reasons = new Map<string, { door: string; reason: string; items: number }>();
  for (const { door, measure, detail: reason, items } of sums) {
    if (measure !== "rejected") continue;
    const known = reasons.get(`${door} ${reason}`);
    reasons.set(`${door} ${reason}`, { door, reason, items: (known?.items ?? 0) + items });
  }
  return [...reasons.values()].toSorted((a, b) => b.items - a.items || (a.reason < b.reason ? -1 : 1));
}

function byDoor(sums: readonly IntakeSum[]) {
  const doors = new Map<string, Counts>();
  for (const { door, measure, items } of sums) {
    if (!isStatus(measure)) continue;
    const counts = doors.get(door) ?? none();
    counts[measure] += items;
    doors.set(door, counts);
  }
  return [...doors].map(([door, counts]) => ({ door, ...counts }));
}

function lagOf(sums: readonly IntakeSum[]) {
  const distribution = LAG_BOUNDS.map((bound) => ({
    bound,
    events: total(sums, ({ measure, detail }) => measure === "lag" && detail === bound),
  }));
  const events = distribution.reduce((all, each) => all + each.events, 0);
  const quantile = (part: number): LagBound | null => {
    if (events === 0) return null;
    let below = 0;
    for (const each of distribution) {
      below += each.events;
      if (below >= part * events) return each.bound;
    }
    return null;
  };
  return { p50: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99), distribution };
}
