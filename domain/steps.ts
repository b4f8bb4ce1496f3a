/** The widths of a point on the time axis (CONTRACT "Reading"). */
export const STEPS = ["1m", "5m", "15m", "1h", "6h", "1d"] as const;
export type Step = (typeof STEPS)[number];
