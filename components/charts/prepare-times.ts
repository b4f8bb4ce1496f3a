type Times = { count: number; p50: number | null; p90: number | null; p99: number | null };

export type TimeMark = {
  /** Places on the axis, 0 to 1; null where nothing ended */
  p50: number | null;
  p90: number | null;
  p99: number | null;
};

export type TimesAxis = {
  ticks: readonly { label: string; at: number }[];
  place: (seconds: number) => number;
};

const TICKS: readonly [seconds: number, label: string][] = [
  [1, "1 s"],
  [10, "10 s"],
  [60, "1 min"],
  [600, "10 min"],
  [3_600, "1 h"],
  [21_600, "6 h"],
  [86_400, "1 d"],
  [604_800, "7 d"],
  [2_592_000, "30 d"],
];

/**
 * One axis for times from seconds to weeks: equal distances are equal factors, or the tail would leave no room for
 * the median. It ends at the first tick that holds everything; faster than its start stands at its start.
 */
export function prepareTimesAxis(times: readonly Times[]): TimesAxis {
  const values = times.flatMap(({ p50, p90, p99 }) => [p50, p90, p99]).filter((value) => value !== null);
  const slowest = Math.max(60, ...values);
  const fastest = Math.min(slowest, ...values);
  const first = TICKS.findLast(([seconds]) => seconds <= fastest && seconds < slowest)?.[0] ?? 1;
  const last = TICKS.find(([seconds]) => seconds >= slowest && seconds > first)?.[0] ?? slowest;
  const span = Math.log(last / first);
  const place = (seconds: number) => Math.log(Math.max(seconds, first) / first) / span;
  const ticks = TICKS.filter(([seconds]) => seconds >= first && seconds <= last).map(([seconds, label]) => ({
    label,
    at: place(seconds),
  }));
  return { ticks, place };
}

/** Where median, p90 and p99 stand on the axis. */
export function prepareTimeMark({ p50, p90, p99 }: Times, { place }: TimesAxis): TimeMark {
  const on = (seconds: number | null) => (seconds === null ? null : place(seconds));
  return { p50: on(p50), p90: on(p90), p99: on(p99) };
}
