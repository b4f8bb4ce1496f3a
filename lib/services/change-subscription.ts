import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import { findSubscription, type SubscriptionRow } from "@/db/queries/subscriptions";
import { forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "./context";
import { DELIVERIES_TOPIC } from "./send-delivery";
import { viewWebhook, type WebhookAnswer, webhookNotFound } from "./webhook-view";

/** A webhook tells of every part of the installation, so who is confined to one may not touch it. */
export function assertUnconfined(ctx: ServiceContext): void {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
}

export type Change = {
  subscription_id: string;
  /** What the audit calls it, e.g. `webhook.paused`. */
  action: string;
  /** Makes the change and says whether it did; the one statement decides. */
  write: (tx: Transaction) => Promise<boolean>;
  /** Called when nothing was written, with the row as it is; returning means that it was so already. */
  unchanged?: (row: SubscriptionRow) => void;
  details?: (row: SubscriptionRow) => Record<string, unknown>;
};

/**
 * One change of a subscription with its audit entry; the row afterwards.
 * Throws `webhook_not_found`, `forbidden` to who is confined.
 */
export async function changeSubscriptionRow(ctx: ServiceContext, change: Change): Promise<WebhookAnswer> {
  assertUnconfined(ctx);
  const { subscription_id, action, write, unchanged, details } = change;
  const row = await ctx.db.transaction(async (tx) => {
    const changed = await write(tx);
    const row = await findSubscription(tx, subscription_id);
    if (row === null) throw webhookNotFound();
    if (!changed) unchanged?.(row);
    else {
      await recordAudit(tx, {
        actor: ctx.caller,
        action,
        subject_kind: "webhook",
        subject_id: subscription_id,
        details: { name: row.name, ...details?.(row) },
      });
    }
    return row;
  });
  ctx.hub.publish(DELIVERIES_TOPIC);
  return viewWebhook(ctx, row);
}

/** What the audit tells of an address: paths of receivers often hold a token. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
