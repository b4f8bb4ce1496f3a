/** What a data set may hold, and how each file reaches the API. */
export type Kind = "releases" | "calls" | "events" | "frames" | "recoveries";

export type KindRule = {
  kind: Kind;
  path: string;
  /** The top-level member that says when it happened, and that a shift moves. */
  time_key: string;
  /** Items a request holds at most. */
  batch_items: number;
};

/**
 * In the order they are sent. Releases first, so that no failure arrives before its marker. Calls before
 * events, or the failure rate would stand above 100% while a replay runs. Frames after the events they belong
 * to, so that a look-up never says "not yet" about one that is known. Recoveries last: they speak of events.
 */
export const KIND_RULES: readonly KindRule[] = [
  { kind: "releases", path: "/api/v1/releases", time_key: "released_at", batch_items: 500 },
  { kind: "calls", path: "/api/v1/calls", time_key: "minute", batch_items: 500 },
  { kind: "events", path: "/api/v1/events", time_key: "occurred_at", batch_items: 500 },
  { kind: "frames", path: "/api/v1/frames", time_key: "captured_at", batch_items: 200 },
  { kind: "recoveries", path: "/api/v1/recoveries", time_key: "occurred_at", batch_items: 500 },
];

/** The rule of a kind's name; undefined for a name that is none. */
export function ruleFor(kind: string): KindRule | undefined {
  return KIND_RULES.find((rule) => rule.kind === kind);
}
