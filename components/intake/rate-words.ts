/** Items a minute with the digits that matter; something is never written as nothing. */
export function describeRate(per_minute: number): string {
  if (per_minute === 0) return "0";
  if (per_minute < 0.1) return "<0.1";
  return new Intl.NumberFormat("en-GB", { maximumFractionDigits: per_minute < 10 ? 1 : 0 }).format(
    per_minute,
  );
}
