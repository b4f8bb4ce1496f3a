import { rotateSecret } from "@/db/queries/subscriptions";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { seal } from "@/lib/platform/sealed";
import { mintWebhookSecret } from "@/lib/platform/webhook-signature";
import { changeSubscriptionRow } from "../change-subscription";
import type { ServiceContext } from "../context";
import { runtime } from "../runtime";
import { secretPurpose, signingKeys } from "../signing-keys";
import type { WebhookAnswer } from "../webhook-view";

/**
 * Makes a new secret and shows it this once. Both sign for `keep_hours`, so that the receiver can change over
 * without losing a message; at most two are ever alive. Throws `webhook_not_found`, `forbidden`.
 */
export async function rotateWebhookSecret(
  ctx: ServiceContext,
  input: { id: string; keep_hours: number },
): Promise<WebhookAnswer & { secret: string }> {
  const secret = mintWebhookSecret();
  const sealed = seal(secret, await signingKeys(runtime()), secretPurpose(input.id));
  const now = instantFromDate(ctx.now()).iso;
  const until = addSeconds(now, input.keep_hours * 3_600);
  const row = await changeSubscriptionRow(ctx, {
    subscription_id: input.id,
    action: "webhook.secret_rotated",
    write: (tx) => rotateSecret(tx, input.id, sealed, until, now),
    details: () => ({ previous_secret_until: until }),
  });
  return { ...row, secret };
}
