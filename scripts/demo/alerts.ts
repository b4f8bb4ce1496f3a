import type { NewAlert } from "@/lib/contract/alerts";

/**
 * What the team watches: the share is within its limit since the last release, the silent code fires, and so do refunds
 * for as long as nobody settles those that are late. Leaks are left as what is suggested.
 */
export const ALERTS: readonly NewAlert[] = [
  {
    name: "Too much is unmapped in production",
    environment: "production",
    condition: { kind: "unmapped_share", above: 0.25, window_minutes: 180, min_failures: 20 },
    ...{ for_minutes: 15, resolve_after_minutes: 15 },
  },
  {
    name: "A code went silent",
    condition: { kind: "silence", states: ["hidden"] },
    resolve_after_minutes: 0,
  },
  {
    name: "Refunds are past their deadline",
    tool: "issue_refund",
    condition: { kind: "cases_due", within_minutes: 0 },
  },
];
