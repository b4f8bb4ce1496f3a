import { changeSubscription, type SubscriptionParts } from "@/db/queries/subscriptions";
import { conflictError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { assertMayBeCalled } from "@/lib/platform/guarded-target";
import { assertUnconfined, changeSubscriptionRow, hostOf } from "../change-subscription";
import type { ServiceContext } from "../context";
import { outgoingPolicyOf } from "../outgoing";
import { runtime } from "../runtime";
import { saidBy } from "../said";
import type { WebhookAnswer } from "../webhook-view";

export type ChangeWebhookInput = { id: string; version?: number | undefined } & {
  [K in keyof SubscriptionParts]?: SubscriptionParts[K] | undefined;
};

/**
 * Changes a webhook; what is left out stays. What waits for it goes to the new address.
 * Throws `webhook_not_found`, `webhook_changed` when somebody else was quicker, `address_refused`,
 * `url_refused`, `forbidden`.
 */
export async function changeWebhook(ctx: ServiceContext, input: ChangeWebhookInput): Promise<WebhookAnswer> {
  assertUnconfined(ctx);
  const { id, version, ...sent } = input;
  const named = { ...sent, name: saidBy(ctx).name(sent.name) };
  const parts = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  if (sent.url !== undefined) await assertMayBeCalled(sent.url, outgoingPolicyOf(runtime()));
  const now = instantFromDate(ctx.now()).iso;
  return changeSubscriptionRow(ctx, {
    subscription_id: id,
    action: "webhook.changed",
    write: (tx) => changeSubscription(tx, id, version, parts, now),
    unchanged: (row) => {
      throw conflictError("webhook_changed", "Somebody else changed this webhook meanwhile.", {
        ...{ hint: "Read it again.", details: { version: row.version } },
      });
    },
    details: ({ types, tenants, environments, services, tools, url }) => ({
      ...{ changed: Object.keys(parts), host: hostOf(url), types, tenants, environments, services, tools },
    }),
  });
}
