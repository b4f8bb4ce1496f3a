import type { DeliveryState, DroppedBecause } from "@/domain/webhook";
import type { CaseDelivery } from "@/lib/contract/webhooks";

/** What a message told, by its type; another type is written as it is. */
const MESSAGE_WORDS: Readonly<Record<string, string>> = {
  "case.opened": "that it was opened",
  "case.settled": "the verdict",
  "case.reopened": "that it was reopened",
  "case.due_soon": "that its deadline is near",
  "case.overdue": "that its deadline has passed",
};

export function messageWords(type: string): string {
  return MESSAGE_WORDS[type] ?? type;
}

type StateWords = { word: string; tone: "ok" | "warn" | "danger" | "outline" };

export const DELIVERY_WORDS: Readonly<Record<DeliveryState, StateWords>> = {
  delivered: { word: "taken", tone: "ok" },
  waiting: { word: "not taken yet", tone: "warn" },
  failed: { word: "given up", tone: "danger" },
  dropped: { word: "not sent any more", tone: "outline" },
};

/** Why a message is not sent any more, in words. */
export const DROPPED_WORDS: Readonly<Record<DroppedBecause, string>> = {
  verdict_superseded: "the verdict no longer stands",
  verdict_expired: "its time had passed",
  webhook_removed: "the webhook was removed",
};

type Try = Pick<CaseDelivery["tries"][number], "status" | "error" | "duration_ms">;

/** `200 in 84 ms`, `503 refused`, `timed_out after 10,000 ms`. */
export function describeTry({ status, error, duration_ms }: Try): string {
  const took = `${duration_ms.toLocaleString("en")} ms`;
  if (error === null) return `${status} in ${took}`;
  return status === null ? `${error} after ${took}` : `${status} ${error}, in ${took}`;
}

/** What came of sending it again by hand: a receiver that refused it, or did not answer, has not taken it. */
export function describeResent(sent: Try): { title: string; tone: "ok" | "danger" } {
  return sent.error === null
    ? { title: `Sent again and taken: ${describeTry(sent)}`, tone: "ok" }
    : { title: `Sent again, but not taken: ${describeTry(sent)}`, tone: "danger" };
}
