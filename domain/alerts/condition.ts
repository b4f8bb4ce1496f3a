import type { EventClass } from "@/domain/event-class";
import type { LeakKind } from "@/domain/leak-kinds";
import type { Capability } from "@/domain/permissions";
import type { SilenceState } from "@/domain/silence-states";

/** What an alert may watch (docs/alerts.md). */
export const ALERT_KINDS = ["unmapped_share", "rate", "silence", "leak", "cases_due"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The silences that ask for somebody: a fixed code and a tool that nobody calls do not. */
export const ALERTING_SILENCES = [
  "hidden",
  "unexplained",
  "producer_stopped",
] as const satisfies readonly SilenceState[];
export type AlertingSilence = (typeof ALERTING_SILENCES)[number];

export const RATE_UNITS = ["minute", "hour"] as const;
export type RateUnit = (typeof RATE_UNITS)[number];

/** What is measured over a window may look back so far: a day. */
export const WINDOW_MINUTES_MOST = 1_440;
/** The longest an alert waits before it fires, and before it resolves: a day. */
export const HOLD_MINUTES_MOST = 1_440;
/** How far ahead of a deadline an alert may look: two weeks. */
export const DUE_MINUTES_MOST = 20_160;

/** What makes an alert: the value that `kind` measures lies above a limit. */
export type AlertCondition =
  | {
      kind: "unmapped_share";
      /** A share from 0 to 1; the value is above it, not at it. */
      above: number;
      window_minutes: number;
      /** With fewer failures in the window than these nothing is known. */
      min_failures: number;
    }
  | {
      kind: "rate";
      /** One of both is set. */
      code: string | null;
      class: EventClass | null;
      above: number;
      per: RateUnit;
      window_minutes: number;
    }
  | { kind: "silence"; code: string | null; states: AlertingSilence[] }
  | { kind: "leak"; leak_kinds: LeakKind[] | null; window_minutes: number }
  | { kind: "cases_due"; within_minutes: number; above: number };

export type ConditionOf<K extends AlertKind> = Extract<AlertCondition, { kind: K }>;

/** Where an alert looks: null is all, what names no such part included. */
export type AlertPlace = {
  tenant: string | null;
  environment: string | null;
  service: string | null;
  tool: string | null;
};

/** Everything that decides when an alert fires. */
export type AlertDefinition = AlertPlace & {
  condition: AlertCondition;
  /** How long the value must lie above before it fires; 0: at once. */
  for_minutes: number;
  /** How long it must be known to lie no longer above before it resolves. */
  resolve_after_minutes: number;
};

/** What a caller must be allowed to read to see an alert of a kind: its value says as much as the page behind it. */
export const SEEN_WITH: Readonly<Record<AlertKind, Capability>> = {
  unmapped_share: "rates.read",
  rate: "rates.read",
  silence: "rates.read",
  leak: "quarantine.read",
  cases_due: "cases.read",
};

/** The limit that a value is compared with: it lies above, never at it. In the condition's own unit. */
export function limitOf(condition: AlertCondition): number {
  return "above" in condition ? condition.above : 0;
}
