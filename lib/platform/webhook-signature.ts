import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32;

/** A new signing secret, as receivers' libraries take it. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

export type SignedMessage = {
  /** The same on every try: by it a receiver knows a message again. */
  message_id: string;
  /** When this try is made; receivers refuse what is older than some minutes. */
  at: Date;
  body: string;
  /** Each of them signs, so that a receiver that knows one of them is served. */
  secrets: readonly string[];
};

/** The headers of Standard Webhooks 1.0.0. */
export function webhookHeaders({ message_id, at, body, secrets }: SignedMessage): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(message_id, at, body));
  return {
    "webhook-id": message_id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
