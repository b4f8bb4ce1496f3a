import { addSeconds, microsOf } from "./instant";
import { INTAKE_SLOT_SECONDS, intakeSlotOf } from "./intake";
import { LAG_BOUNDS } from "./intake-tally";

/** Five minutes of a source's events: how many came, and how many by the upper bound of their lag. */
export type SourceSlot = {
  source: string;
  slot: string;
  items: number;
  lags: Readonly<Record<string, number>>;
};
export type SourceLag = { source: string; seconds: number };

/** The time that is looked at. */
export const RHYTHM_SECONDS = 12 * 3_600;
/** A source is steady when it reported in so much of the six hours before it was last heard. */
const STEADY_SECONDS = 6 * 3_600;
const STEADY_SHARE = 0.8;
const SILENT_SECONDS = 2 * INTAKE_SLOT_SECONDS;
const RECENT_SECONDS = 3 * INTAKE_SLOT_SECONDS;
const LATE_SECONDS = 60;
const LATE_SHARE = 0.9;
const LATE_ITEMS = 5;

/**
 * The source that is furthest behind; null where none is. Behind is a source that reported steadily and then fell silent
 * for ten minutes or more, or of whose last events nine in ten came more than a minute late. A source that reports now and
 * then is not missed; an import of old events, or old ones beside new ones, is no lag.
 */
export function furthestBehind(slots: readonly SourceSlot[], now: string): SourceLag | null {
  const sources = new Map<string, SourceSlot[]>();
  for (const slot of slots) sources.set(slot.source, [...(sources.get(slot.source) ?? []), slot]);
  const lags = [...sources].map(([source, own]) => ({ source, seconds: lagOf(own, now) }));
  const behind = lags.filter(({ seconds }) => seconds > 0).sort((a, b) => b.seconds - a.seconds);
  return behind[0] ?? null;
}

function lagOf(slots: readonly SourceSlot[], now: string): number {
  const times = slots.filter(({ items }) => items > 0).map(({ slot }) => microsOf(slot) / 1e6);
  const last = Math.max(...times);
  const steady = times.filter((time) => time > last - STEADY_SECONDS).length;
  if (steady < (STEADY_SECONDS / INTAKE_SLOT_SECONDS) * STEADY_SHARE) return 0;
  const silence = Math.floor(microsOf(now) / 1e6 - last - INTAKE_SLOT_SECONDS);
  return silence >= SILENT_SECONDS ? silence : lateness(slots, now);
}

/** By how much at least nearly all of what came lately was late; 0 where it was on time. */
function lateness(slots: readonly SourceSlot[], now: string): number {
  const from = intakeSlotOf(addSeconds(now, -RECENT_SECONDS));
  const recent = slots.filter(({ slot }) => microsOf(slot) >= microsOf(from));
  const counts = LAG_BOUNDS.map((bound) => recent.reduce((sum, { lags }) => sum + (lags[bound] ?? 0), 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < LATE_ITEMS) return 0;
  let later = all;
  let late = 0;
  counts.forEach((count, index) => {
    later -= count;
    if (later >= all * LATE_SHARE) late = Number(LAG_BOUNDS[index]);
  });
  return late >= LATE_SECONDS ? late : 0;
}
