import type { Uniform } from "@/domain/bootstrap-random";
import { drawNormal } from "@/domain/bootstrap-random";
import { type Hour, type HourOfWeek, hourOf } from "@/domain/rhythm-hours";

/** A simulated year of one code: how often it would come in an hour, and how often its tool is called. */
export type Year = { rate: (hour: Hour) => number; calls: (hour: Hour) => number };
export type Kind = { name: string; what: string; make: (uniform: Uniform, hourOfWeek: HourOfWeek) => Year };

export const FROM = hourOf(Date.UTC(2026, 0, 1));
export const YEAR_HOURS = 365 * 24;

const CALLS_PER_FAILURE = 30;
const byDay = (hour: Hour, of: HourOfWeek) => 1 + 0.6 * Math.cos((((of(hour) % 24) - 14) / 12) * Math.PI);
const isWeekend = (hour: Hour, of: HourOfWeek) => of(hour) >= 5 * 24;
const progress = (hour: Hour) => (hour - FROM) / YEAR_HOURS;
const followed = (rate: (hour: Hour) => number): Year => ({
  rate,
  calls: (hour) => CALLS_PER_FAILURE * rate(hour),
});

/** Ten week days on which hardly anybody works, the same for the whole year of a code. */
function holidays(uniform: Uniform): ReadonlySet<number> {
  return new Set(Array.from({ length: 10 }, () => Math.floor((FROM + uniform() * YEAR_HOURS) / 24)));
}

function officeHours(uniform: Uniform, of: HourOfWeek): Year {
  const off = holidays(uniform);
  return followed((hour) => {
    const atWork = !isWeekend(hour, of) && of(hour) % 24 >= 8 && of(hour) % 24 < 18;
    return atWork && !off.has(Math.floor(hour / 24)) ? 1.2 : 0.01;
  });
}

/** An incident every four days on average, for some hours, next to nothing between; the tool is called all the time. */
function bursty(uniform: Uniform, of: HourOfWeek): Year {
  const during = new Set<Hour>();
  for (let hour = FROM; hour < FROM + YEAR_HOURS; hour += Math.ceil(-Math.log(1 - uniform()) * 96))
    for (let end = hour + Math.ceil(-Math.log(1 - uniform()) * 4), at = hour; at < end; at += 1)
      during.add(at);
  return {
    rate: (hour) => (during.has(hour) ? 6 : 0.004),
    calls: (hour) => CALLS_PER_FAILURE * byDay(hour, of),
  };
}

export const KINDS: readonly Kind[] = [
  { name: "steady", what: "one an hour, day and night", make: () => followed(() => 1) },
  {
    name: "office hours",
    what: "1.2 an hour Monday to Friday from 8 to 18 in Berlin, ten holidays",
    make: officeHours,
  },
  { name: "bursty", what: "incidents of some hours every four days", make: bursty },
  { name: "rare", what: "one in 40 hours", make: () => followed(() => 1 / 40) },
  {
    name: "seasonal",
    what: "from 0.15 an hour in winter to 1 in summer, by day",
    make: (_, of) =>
      followed((hour) => (0.575 - 0.425 * Math.cos(2 * Math.PI * progress(hour))) * byDay(hour, of)),
  },
  {
    name: "growing",
    what: "from 0.05 to 2 an hour over the year, by day, a third at weekends",
    make: (_, of) =>
      followed((hour) => 0.05 * 40 ** progress(hour) * byDay(hour, of) * (isWeekend(hour, of) ? 1 / 3 : 1)),
  },
  {
    name: "shrinking",
    what: "from 2 to 0.05 an hour, by day: the hardest",
    make: (_, of) => followed((hour) => 2 * 40 ** -progress(hour) * byDay(hour, of)),
  },
];

/** Poisson: by counting exponential waits where it is small, else by the normal curve. */
export function drawCount(mean: number, uniform: Uniform): number {
  if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(uniform)));
  let count = -1;
  for (let waited = 0; waited < mean; count += 1) waited -= Math.log(1 - uniform());
  return Math.max(0, count);
}
