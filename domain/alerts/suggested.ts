import type { AlertDefinition, AlertKind } from "./condition";

export type NamedDefinition = { name: string } & AlertDefinition;
export type Suggestion = { why: string; alert: NamedDefinition };

const EVERYWHERE = { tenant: null, environment: null, service: null, tool: null };

/** What an installation without alerts is offered; `target`: its target for the unmapped share, from 0 to 1. */
export function suggestedAlerts(target: number): Suggestion[] {
  return [
    {
      why: "Failures that nobody has thought about yet are more than the target for an hour.",
      alert: {
        name: "Too much is unmapped",
        ...EVERYWHERE,
        condition: {
          kind: "unmapped_share",
          above: Math.min(Math.max(target, 0.01), 0.99),
          window_minutes: 60,
          min_failures: 20,
        },
        ...{ for_minutes: 15, resolve_after_minutes: 15 },
      },
    },
    {
      why: "A code no longer comes by its own rhythm, and nothing says that the fault was fixed.",
      alert: {
        name: "A code went silent",
        ...EVERYWHERE,
        condition: {
          kind: "silence",
          code: null,
          states: ["hidden", "unexplained", "producer_stopped"],
        },
        ...{ for_minutes: 0, resolve_after_minutes: 0 },
      },
    },
    {
      why: "A trace, a path, SQL or a secret stood in a text that a caller got.",
      alert: {
        name: "Something leaked to a caller",
        ...EVERYWHERE,
        condition: { kind: "leak", leak_kinds: null, window_minutes: 60 },
        ...{ for_minutes: 0, resolve_after_minutes: 0 },
      },
    },
    {
      why: "A case is past its deadline: a repeat may act twice, or somebody waits.",
      alert: {
        name: "Cases are past their deadline",
        ...EVERYWHERE,
        condition: { kind: "cases_due", within_minutes: 0, above: 0 },
        ...{ for_minutes: 0, resolve_after_minutes: 10 },
      },
    },
  ];
}

/** Those of which there is no alert of the same kind yet. */
export function stillSuggested(
  suggestions: readonly Suggestion[],
  kinds: ReadonlySet<AlertKind>,
): Suggestion[] {
  return suggestions.filter(({ alert }) => !kinds.has(alert.condition.kind));
}
