import type { EventClass } from "./event-class";

/** What of a failure says whether and when a repeat can help. */
export type Retry = {
  class: EventClass;
  retryable: boolean | null;
  /** Seconds from when it occurred; null: not said. */
  retry_after: number | null;
  occurred_at: string;
};

/** What would help where nothing was changed. Follows the class, and `retryable` where the producer knew better. */
export function whatNext(of: Retry, now: string): string {
  if (of.retryable === false && REPEATS.has(of.class)) return "Trying it again will not help.";
  return WHAT_NEXT[of.class].replace("{retry_after}", retryWords(of, now));
}

/** The classes whose way on is the same again; the others need something changed, retryable or not. */
const REPEATS: ReadonlySet<EventClass> = new Set(["transient", "system"]);

const WHAT_NEXT: Readonly<Record<EventClass, string>> = {
  validation: "It can be tried again with that detail corrected.",
  authorization: "Trying again will not help; it needs somebody who is allowed to do it.",
  not_found: "It can be tried again once it is clear what is meant, for instance with the right number.",
  transient: "It can be tried again {retry_after}.",
  system: "The user has done nothing wrong and cannot fix it; trying again at once will probably fail too.",
  semantic: "It can be asked for again in other words.",
  unclassified: "What would help is not known.",
};

const STEPS = [
  { upTo: 90, seconds: 1, noun: "second" },
  { upTo: 90 * 60, seconds: 60, noun: "minute" },
  { upTo: 36 * 3_600, seconds: 3_600, noun: "hour" },
  { upTo: Number.POSITIVE_INFINITY, seconds: 86_400, noun: "day" },
] as const;

/** Beyond this nobody waits for it, and a number of days is a mistake of the producer's that would be read out. */
const SAID_DAYS = 30;

/** When it may be tried again, seen from now and never too early: `now`, `in about 2 minutes`, `in a little while`. */
export function retryWords(
  { retry_after, occurred_at }: Pick<Retry, "retry_after" | "occurred_at">,
  now: string,
): string {
  if (retry_after === null || !Number.isFinite(retry_after)) return "in a little while";
  const left = retry_after - (Date.parse(now) - Date.parse(occurred_at)) / 1_000;
  if (left <= 0) return "now";
  if (left > SAID_DAYS * 86_400) return `in more than ${SAID_DAYS} days`;
  const step = STEPS.find(({ upTo }) => left <= upTo) ?? STEPS[3];
  const amount = Math.ceil(left / step.seconds);
  return `in about ${amount.toLocaleString("en-US")} ${step.noun}${amount === 1 ? "" : "s"}`;
}
