import { formatCount } from "@/components/charts/prepare-format";

/** A count against the period before, in words: `12% fewer than the 1,203 before`. */
export function describeChange(now: number, before: number): string {
  if (before === 0) return now === 0 ? "none in the period before either" : "none in the period before";
  const change = (now - before) / before;
  const percent = Math.round(Math.abs(change) * 100);
  if (percent === 0) return `as many as the ${formatCount(before)} before`;
  const times = now / before;
  if (change >= 1)
    return `${formatCount(Number(times.toFixed(times < 10 ? 1 : 0)))} times the ${formatCount(before)} before`;
  return `${percent}% ${change > 0 ? "more" : "fewer"} than the ${formatCount(before)} before`;
}
