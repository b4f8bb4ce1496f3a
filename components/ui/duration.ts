const UNITS = { s: 1, min: 60, h: 3_600, d: 86_400 } as const;
type Unit = keyof typeof UNITS;

/** Everything people write for a unit, by its first letters; `m` is minutes, for nothing here lasts months. */
const SPELLINGS: Readonly<Record<string, Unit>> = {
  s: "s", sec: "s", secs: "s", second: "s", seconds: "s",
  m: "min", min: "min", mins: "min", minute: "min", minutes: "min",
  h: "h", hr: "h", hrs: "h", hour: "h", hours: "h",
  d: "d", day: "d", days: "d",
}; // biome-ignore format: one table, read at a glance

const PART = /(\d+(?:[.,]\d+)?)\s*([a-z]+)/gy;

/** Seconds of `15 min`, `1h 30m`, `7 days` or plain seconds (`900`), rounded to whole ones; null when it is none. */
export function parseDuration(text: string): number | null {
  const lower = text.trim().toLowerCase();
  if (/^\d+$/.test(lower)) return Number(lower);
  const compact = lower.replace(/\s*(,|and)\s+(?=\d)/g, " ").replace(/\s+(?=\d)/g, "");
  let seconds = 0;
  let end = 0;
  for (const match of compact.matchAll(PART)) {
    const unit = SPELLINGS[match[2] ?? ""];
    if (unit === undefined) return null;
    seconds += Number((match[1] ?? "").replace(",", ".")) * UNITS[unit];
    end = match.index + match[0].length;
  }
  return end === 0 || end < compact.length ? null : Math.round(seconds);
}

/** `15 min`, `1 h 30 min`, `24 h`, `7 d`: whole days only from two on, because a day is said in hours. */
export function formatDuration(seconds: number): string {
  if (seconds === 0) return "0 s";
  const parts: string[] = [];
  let rest = seconds;
  for (const unit of ["d", "h", "min", "s"] as const) {
    if (unit === "d" && rest < 2 * UNITS.d) continue;
    const amount = Math.floor(rest / UNITS[unit]);
    if (amount === 0) continue;
    parts.push(`${amount} ${unit}`);
    rest -= amount * UNITS[unit];
  }
  return parts.join(" ");
}
