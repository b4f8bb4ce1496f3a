const count = new Intl.NumberFormat("en-GB");

/** `12,345`. */
export function formatCount(value: number): string {
  return count.format(value);
}

/**
 * A share as per cent with the digits that matter: `4.2%`, `46%`, `0.04%`. Null stays null: it is drawn as a dash or a
 * gap. What is not all is never rounded to 100%, what is something never to 0%.
 */
export function formatShare(share: number | null): string | null {
  if (share === null) return null;
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent}%`;
  if (percent < 0.01) return "<0.01%";
  if (percent > 99.9) return ">99.9%";
  const digits = percent < 1 ? 2 : percent < 10 || percent > 99 ? 1 : 0;
  return `${Number(percent.toFixed(digits))}%`;
}

const DURATION_UNITS: readonly [limit_seconds: number, seconds: number, name: string][] = [
  [90, 1, "s"],
  [5_400, 60, "min"],
  [129_600, 3_600, "h"],
  [Number.POSITIVE_INFINITY, 86_400, "d"],
];

/** How long something took, two digits of it: `0.4 s`, `42 s`, `4.2 min`, `31 h`. Null stays null: a dash. */
export function formatSeconds(seconds: number | null): string | null {
  if (seconds === null) return null;
  const [, unit, name] = DURATION_UNITS.find(([limit]) => seconds < limit) ?? [0, 86_400, "d"];
  const amount = seconds / unit;
  return `${amount < 10 ? Number(amount.toFixed(1)) : count.format(Math.round(amount))} ${name}`;
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  "1m": "minute",
  "5m": "5 minutes",
  "15m": "15 minutes",
  "1h": "hour",
  "6h": "6 hours",
  "1d": "day",
};

/** `per hour`. */
export function perStep(step: string): string {
  return `per ${STEP_WORDS[step] ?? step}`;
}
