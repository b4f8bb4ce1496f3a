import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { formatCount } from "./prepare-format";

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;
/** Distances between time ticks in minutes that people count in. */
const TICK_MINUTES = [
  ...[5, 10, 15, 30, 60, 120, 180, 360, 720],
  ...[1, 2, 7, 14].map((days) => days * DAY_MINUTES),
];
/** Beyond them, by the calendar: firsts of so many months. */
const TICK_MONTHS = [1, 2, 3, 6, 12];
const DAYS_FROM_MONDAY = 4; // 1 January 1970 was a Thursday: weekly ticks fall on Mondays

export type AxisTick = { value: string; label: string };

/** Minutes on the wall clock of the zone since its epoch, so that ticks fall on local hours and days. */
function localMinutes(local: TZDate): number {
  return Math.round(
    Date.UTC(local.getFullYear(), local.getMonth(), local.getDate(), local.getHours(), local.getMinutes()) /
      MINUTE,
  );
}

function isOn(minutes: number, distance: number): boolean {
  const shift = distance % (7 * DAY_MINUTES) === 0 ? DAYS_FROM_MONDAY * DAY_MINUTES : 0;
  return (minutes - shift) % distance === 0;
}

/** Whether the local day is the first of a month that is counted, from January on. */
function isOnMonth(local: TZDate, months: number): boolean {
  return local.getDate() === 1 && local.getMonth() % months === 0;
}

const MONTH = "MMM";
const DAY = "d MMM";

/** `15 Nov` where a local day begins, `14:30` within it. */
const dayOrTime = (local: TZDate) => (local.getHours() === 0 && local.getMinutes() === 0 ? DAY : "HH:mm");

type Start = { value: string; local: TZDate; minutes: number };

/** What ticks may stand on, closest together first. */
const ROUND_TIMES: readonly { isRound: (start: Start) => boolean; pattern: (local: TZDate) => string }[] = [
  ...TICK_MINUTES.map((distance) => ({
    isRound: ({ minutes }: Start) => isOn(minutes, distance),
    pattern: dayOrTime,
  })),
  ...TICK_MONTHS.map((months) => ({
    isRound: ({ local, minutes }: Start) => isOn(minutes, DAY_MINUTES) && isOnMonth(local, months),
    pattern: () => MONTH,
  })),
];

/**
 * Ticks of a time axis made of steps: those starts that fall on round local times, at most `max` of them. A step
 * that no round time hits leaves the axis with its first start, never without a date.
 */
export function timeTicks(starts: readonly string[], zone: string, max: number): AxisTick[] {
  const locals = starts.map((value): Start => {
    const local = new TZDate(value, zone);
    return { value, local, minutes: localMinutes(local) };
  });
  for (const { isRound, pattern } of ROUND_TIMES) {
    const shown = locals.filter(isRound);
    if (shown.length === 0 || shown.length > max) continue;
    const labels = withYears(
      shown.map(({ local }) => ({ local, pattern: pattern(local) })),
      locals.at(0)?.local.getFullYear() !== locals.at(-1)?.local.getFullYear(),
    );
    return shown.map(({ value }, place) => ({ value, label: labels[place] ?? "" }));
  }
  return locals.slice(0, 1).map(({ value, local }) => ({ value, label: format(local, "d MMM HH:mm") }));
}

/** `21 Dec 2025`, `28 Dec`, `4 Jan 2026`: the first date in each year says it, where an axis lies in two or is made of months. */
function withYears(ticks: readonly { local: TZDate; pattern: string }[], areSeveral: boolean): string[] {
  let said: number | null = null;
  return ticks.map(({ local, pattern }) => {
    const year = local.getFullYear();
    const isNew = (areSeveral || pattern === MONTH) && pattern !== "HH:mm" && year !== said;
    if (isNew) said = year;
    return format(local, isNew ? `${pattern} yyyy` : pattern);
  });
}

/** Round values from 0 that cover `max` in about `count` strides; at least 0 and 1. */
export function countTicks(max: number, count = 4): number[] {
  const rough = Math.max(max, 1) / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const stride = Math.max(1, ([1, 2, 5, 10].find((each) => each * magnitude >= rough) ?? 10) * magnitude);
  const top = Math.ceil(Math.max(max, 1) / stride);
  return Array.from({ length: top + 1 }, (_, index) => index * stride);
}

const short = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });
/** From here on a written-out number is wider than the axis. */
const SHORT_FROM = 100_000;

/** Ticks as an axis has room for: `50,000`, and all of them `50k` where the last has six digits. They are round, so it is exact. */
export function countLabels(ticks: readonly number[]): (value: number) => string {
  return (ticks.at(-1) ?? 0) < SHORT_FROM ? formatCount : (value) => short.format(value);
}

const SHARE_TOPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

/** Ticks of a share from 0 up to the smallest round top that covers `max`. */
export function shareTicks(max: number): number[] {
  const top = SHARE_TOPS.find((each) => each >= max) ?? 1;
  return [0, top / 4, top / 2, (top * 3) / 4, top];
}

/** The zone as written on an axis: `Europe/Berlin (CET)`. */
export function zoneLabel(iso: string, zone: string): string {
  const short = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(new Date(iso))
    .find((part) => part.type === "timeZoneName")?.value;
  return !short || short === zone ? zone : `${zone} (${short})`;
}

/** A step as a person reads it: `15 Nov 14:00–14:15`; days, of which there are many, as their date with its year. */
export function stepLabel(startIso: string, endIso: string, zone: string): string {
  const start = new TZDate(startIso, zone);
  const end = new TZDate(endIso, zone);
  const wholeDay = format(start, "HH:mm") === "00:00" && format(end, "HH:mm") === "00:00";
  if (wholeDay) return format(start, "EEE d MMM yyyy");
  return `${format(start, "d MMM HH:mm")}–${format(end, "HH:mm")}`;
}
