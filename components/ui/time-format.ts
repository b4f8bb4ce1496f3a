const UNITS: readonly [limitSeconds: number, seconds: number, name: string][] = [
  [90, 1, "s"],
  [5_400, 60, "min"],
  [129_600, 3_600, "h"],
  [Number.POSITIVE_INFINITY, 86_400, "d"],
];

/** `3 min ago`, `in 2 h`, `now` within five seconds. Seconds up to 90, minutes up to 90, hours up to 36, then days. */
export function formatRelative(iso: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(iso)) / 1000);
  const size = Math.abs(seconds);
  if (size < 5) return "now";
  const [, unitSeconds, name] = UNITS.find(([limit]) => size < limit) ?? [0, 86_400, "d"];
  const amount = `${Math.round(size / unitSeconds)} ${name}`;
  return seconds > 0 ? `${amount} ago` : `in ${amount}`;
}

/** The same of what has happened: a clock that is behind, or has not ticked since, does not put it into the future. */
export function formatPast(iso: string, nowMs: number): string {
  return formatRelative(iso, Math.max(nowMs, Date.parse(iso)));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string, withSeconds: boolean): Intl.DateTimeFormat {
  const key = `${zone}|${withSeconds}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(withSeconds && { second: "2-digit" }),
    hourCycle: "h23",
    timeZoneName: "short",
  });
  formatters.set(key, made);
  return made;
}

/** `29 Nov 14:03:22 CET`; the year only when it is another one than now's. */
export function formatAbsolute(iso: string, zone: string, nowMs: number, withSeconds = true): string {
  const parts = Object.fromEntries(
    formatter(zone, withSeconds)
      .formatToParts(new Date(iso))
      .map((part) => [part.type, part.value]),
  );
  const thisYear = formatter(zone, withSeconds)
    .formatToParts(new Date(nowMs))
    .some((part) => part.type === "year" && part.value === parts.year);
  const clock = [parts.hour, parts.minute, ...(withSeconds ? [parts.second] : [])].join(":");
  const day = `${parts.day} ${parts.month}${thisYear ? "" : ` ${parts.year}`}`;
  return `${day} ${clock} ${parts.timeZoneName}`;
}
