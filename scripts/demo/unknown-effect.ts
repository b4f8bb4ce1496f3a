import type { Verdict } from "@/domain/verdict";
import type { Random } from "./random";
import type { Place, Tool, ToolName } from "./scenario";

/** What really happened to a call whose effect nobody saw, and what becomes of its case. */
export type Fate = {
  landed: boolean;
  /** The outside system's own report, this many minutes later; null when it stays silent. */
  reported_after_minutes: number | null;
  /** What a simulated reconciler finds, unless someone else has settled it by then. */
  verdict: Verdict;
  /** When they find it; null leaves the case to the visitor. */
  settled_after_minutes: number | null;
  external_id: string;
};

/** How the attempts of an open effect look. */
export type Shape = "single" | "repeated" | "without_key" | "other_arguments";

/** A case in the making. Times are microseconds. */
export type UnknownEffect = {
  event_id: string;
  tool: Tool;
  place: Place;
  idempotency_key: string | null;
  last_attempt_at: number;
  fate: Fate;
};

const SHAPES: readonly Shape[] = [
  "single",
  "single",
  "repeated",
  "single",
  "without_key",
  "single",
  "other_arguments",
];

/** By turns, so that a handful already shows each: alone, three attempts on one key, without a key, with other arguments. */
export function shapeOf(ordinal: number): Shape {
  return SHAPES[ordinal % SHAPES.length] ?? "single";
}

const EXTERNAL_IDS: Record<ToolName, string> = {
  search_tickets: "search",
  lookup_ticket: "lookup",
  issue_refund: "re",
  send_email: "msg",
  book_slot: "evt",
};

/** The fate of the n-th open effect. Every sixth is left alone, so that there is one of every age to settle. */
export function fateOf(ordinal: number, tool: ToolName, random: Random): Fate {
  const landed = random.chance(0.45);
  const answer = landed ? "committed" : "absent";
  const rare = landed ? "compensated" : "undeterminable";
  const reported_after_minutes = landed && random.chance(0.5) ? random.int(2, 55) : null;
  const settled_after_minutes = random.int(70, 900);
  return {
    landed,
    reported_after_minutes,
    verdict: ordinal % 11 === 5 ? rare : answer,
    settled_after_minutes: ordinal % 6 === 2 ? null : settled_after_minutes,
    external_id: `${EXTERNAL_IDS[tool]}_${random.hex(14)}`,
  };
}

/** What the model and the user are told while nobody knows. */
export function tellUnknown(tool: ToolName): { message: string; user_message: string; hint: string } {
  const what = tool === "issue_refund" ? "refund" : tool === "send_email" ? "e-mail" : "booking";
  return {
    message: `No answer in time. Whether the ${what} went through is not known.`,
    user_message: `I can't see yet whether your ${what} went through. Someone is checking; nothing will be done twice.`,
    hint: "Do not repeat. Wait for the verdict.",
  };
}
