import type { ErrorClass } from "@/domain/errors";
import type { Random } from "./random";
import type { Language, Trace } from "./stack-trace";

export type ToolName = "search_tickets" | "lookup_ticket" | "issue_refund" | "send_email" | "book_slot";
export type ServiceName = "support-agent" | "payments-tools" | "booking-tools";

export type Tool = {
  name: ToolName;
  service: ServiceName;
  language: Language;
  writes: boolean;
  /** Its part in all calls, in percent. */
  calls_share: number;
};

/** What the simulated support agent can do: two tools that read, three that write. */
export const TOOLS: Record<ToolName, Tool> = {
  search_tickets: {
    name: "search_tickets",
    service: "support-agent",
    language: "python",
    writes: false,
    calls_share: 34,
  },
  lookup_ticket: {
    name: "lookup_ticket",
    service: "support-agent",
    language: "python",
    writes: false,
    calls_share: 30,
  },
  send_email: {
    name: "send_email",
    service: "support-agent",
    language: "python",
    writes: true,
    calls_share: 16,
  },
  issue_refund: {
    name: "issue_refund",
    service: "payments-tools",
    language: "node",
    writes: true,
    calls_share: 11,
  },
  book_slot: {
    name: "book_slot",
    service: "booking-tools",
    language: "python",
    writes: true,
    calls_share: 9,
  },
};
export const SERVICES: readonly ServiceName[] = ["support-agent", "payments-tools", "booking-tools"];

export type Place = { tenant: string; environment: "production" | "staging"; weight: number };
/** Where calls come from, weights in percent. Staging is the team's own. */
export const PLACES: readonly [Place, ...Place[]] = [
  { tenant: "northwind", environment: "production", weight: 44 },
  { tenant: "acme-air", environment: "production", weight: 30 },
  { tenant: "lumen-health", environment: "production", weight: 18 },
  { tenant: "northwind", environment: "staging", weight: 8 },
];

/** One release of all three services every five days; in each, some exceptions get a name. */
export const RELEASES = [
  { name: "1.0.0", day: 0 },
  { name: "1.1.0", day: 5 },
  { name: "1.2.0", day: 10 },
  { name: "1.3.0", day: 15 },
  { name: "1.4.0", day: 20 },
  { name: "1.5.0", day: 25 },
] as const;

/** The unmapped share of all failures that each release is known for, in percent. */
export const UNMAPPED_SHARES = [46, 37, 27, 17, 11, 4] as const;

/** What the model is told besides code and class. */
export type Correction = {
  message: string;
  user_message?: string;
  field?: string;
  received?: unknown;
  permitted?: unknown[];
  precondition?: string;
  hint?: string;
  retryable?: boolean;
  retry_after?: number;
  effect?: "absent" | "unknown";
  /** Another class than the code's own: two places of the code do not agree. */
  class?: ErrorClass;
};

/** A way in which a tool fails, and since when the team has a name for it. */
export type FailureKind = {
  tool: ToolName;
  /** Its part in all failures, in percent. */
  share: number;
  code: string;
  class: ErrorClass;
  /** Index of the release that names it: 0 from the start, `NEVER` not yet. */
  mapped_in: number;
  /** Index of the release whose driver upgrade hides it again. */
  lost_in?: number;
  /** What the agent guesses while it has no name. */
  guess: "transient" | "system";
  /** One episode in so many leaves open whether the effect landed. */
  unknown_every?: number;
  correct: (random: Random) => Correction;
  thrown: (random: Random) => Trace;
  /** What is thrown since `lost_in`. */
  thrown_since?: (random: Random) => Trace;
};
export const NEVER = Number.POSITIVE_INFINITY;

/** Whether a release has a name for it. */
export function isMapped(kind: FailureKind, release: number): boolean {
  return release >= kind.mapped_in && release < (kind.lost_in ?? NEVER);
}
