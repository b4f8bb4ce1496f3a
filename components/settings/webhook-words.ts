import type { WebhookType } from "@/domain/webhook";
import type { DeliveryTry } from "@/lib/contract/webhooks";

/** What each type tells of. */
export const TYPE_WORDS: Readonly<Record<WebhookType, string>> = {
  "case.opened": "An effect is unknown and waits for a person.",
  "case.settled": "The verdict, with the directive for the runtime.",
  "case.reopened": "The verdict before no longer stands.",
  "case.due_soon": "The deadline comes near.",
  "case.overdue": "The deadline has passed.",
  "alert.fired": "Something that is watched lies above its limit.",
  "alert.resolved": "It no longer does, or nobody watches it any more.",
};

const ERROR_WORDS: Readonly<Record<string, string>> = {
  refused: "did not take it",
  gone: "wants no more (410), so the webhook is off",
  redirected: "redirects elsewhere; enter the new address",
  timed_out: "gave no whole answer within 15 s",
  unreachable: "could not be reached",
  address_refused: "leads to an address that is not on the public internet",
  url_refused: "cannot be called by plain http, or leads where it cannot",
  tls_failed: "has no certificate that is trusted",
  too_many_redirects: "redirects without end",
  answer_unreadable: "did not answer in HTTP",
  secret_unreadable: "was not asked: its secret cannot be opened with this installation's key",
};

type Outcome = Pick<DeliveryTry, "status" | "error" | "duration_ms">;

/** What came of a try, as a sentence about the receiver. */
export function tryWords({ status, error, duration_ms }: Outcome): string {
  if (error === null) return `took it: ${status} in ${duration_ms} ms`;
  if (error === "sender_stopped") return "may have got it: Errata was stopped while sending";
  const words = ERROR_WORDS[error] ?? error;
  return status === null || error === "gone" ? words : `${words}: ${status} in ${duration_ms} ms`;
}

/** What a receiver writes to be sure that a message came from here; Standard Webhooks has such libraries everywhere. */
export const VERIFY_SNIPPET = `// npm install standardwebhooks
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.ERRATA_WEBHOOK_SECRET);
// The body as it came, not parsed; throws when it did not come from Errata.
const { type, data } = webhook.verify(rawBody, headers);`;
