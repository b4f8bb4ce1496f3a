import { randomUUID } from "node:crypto";
import { insertSubscription, type SubscriptionParts } from "@/db/queries/subscriptions";
import { instantFromDate } from "@/domain/instant";
import { assertMayBeCalled } from "@/lib/platform/guarded-target";
import { seal } from "@/lib/platform/sealed";
import { mintWebhookSecret } from "@/lib/platform/webhook-signature";
import { assertUnconfined, changeSubscriptionRow, hostOf } from "../change-subscription";
import type { ServiceContext } from "../context";
import { outgoingPolicyOf } from "../outgoing";
import { runtime } from "../runtime";
import { saidBy } from "../said";
import { secretPurpose, signingKeys } from "../signing-keys";
import type { WebhookAnswer } from "../webhook-view";

/**
 * Makes a webhook, which is told of what happens from now on, and shows its secret this once.
 * Throws `address_refused` or `url_refused` for an address that could never be called, `forbidden`.
 */
export async function createWebhook(
  ctx: ServiceContext,
  input: SubscriptionParts,
): Promise<WebhookAnswer & { secret: string }> {
  assertUnconfined(ctx);
  const rt = runtime();
  await assertMayBeCalled(input.url, outgoingPolicyOf(rt));
  const [subscription_id, secret] = [randomUUID(), mintWebhookSecret()];
  const sealed = seal(secret, await signingKeys(rt), secretPurpose(subscription_id));
  const now = instantFromDate(ctx.now()).iso;
  const parts = { ...input, name: saidBy(ctx).name(input.name) };
  const made = await changeSubscriptionRow(ctx, {
    subscription_id,
    action: "webhook.created",
    write: async (tx) => {
      const times = { created_at: now, created_by: ctx.caller.name, updated_at: now };
      const secrets = { secret: sealed, previous_secret: null, previous_secret_until: null };
      await insertSubscription(tx, { subscription_id, ...parts, ...secrets, ...times });
      return true;
    },
    details: () => ({ host: hostOf(input.url), types: input.types }),
  });
  return { ...made, secret };
}
