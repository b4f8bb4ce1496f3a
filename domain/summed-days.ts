/** What is summed up by day: calls, hours of failures that were looked through, recoveries. */
export const SUMMED = ["calls", "hours", "recoveries"] as const;
export type Summed = (typeof SUMMED)[number];
