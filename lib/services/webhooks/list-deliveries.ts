import { type DeliveryCursor, type DeliveryRow, lastTries, listDeliveryRows } from "@/db/queries/deliveries";
import { findSubscription } from "@/db/queries/subscriptions";
import type { DeliveryState } from "@/domain/webhook";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { webhookNotFound } from "../webhook-view";

type LastTry = NonNullable<ReturnType<Awaited<ReturnType<typeof lastTries>>["get"]>>;
export type DeliveryPage = {
  items: (DeliveryRow & { last_try: LastTry | null })[];
  next_cursor: string | null;
};

const PLACE = [cursorPart.instant, cursorPart.uuid] as const;

/**
 * What was and is to be sent to a webhook, newest first. Throws `webhook_not_found`, `invalid_cursor`,
 * `forbidden`.
 */
export async function listDeliveries(
  ctx: ServiceContext,
  input: { id: string; state?: DeliveryState | undefined; cursor?: string | undefined; limit: number },
): Promise<DeliveryPage> {
  assertUnconfined(ctx);
  const { id, state, limit } = input;
  const cursor = decodeCursor<DeliveryCursor>(input.cursor, PLACE);
  if ((await findSubscription(ctx.db, id)) === null) throw webhookNotFound();
  const { rows, next } = await listDeliveryRows(ctx.db, id, { state, cursor, limit });
  const last = await lastTries(
    ctx.db,
    rows.map(({ delivery_id }) => delivery_id),
  );
  const items = rows.map((row) => ({ ...row, last_try: last.get(row.delivery_id) ?? null }));
  return { items, next_cursor: next && encodeCursor(next) };
}
