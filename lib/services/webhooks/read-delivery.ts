import { type DeliveryRow, findDelivery, listTries } from "@/db/queries/deliveries";
import type { Try } from "@/db/queries/record-try";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { messageBody } from "../send-delivery";
import { deliveryNotFound } from "../webhook-view";

export type DeliveryDetail = DeliveryRow & { body: string; tries: (Try & { try_number: number })[] };

/** One delivery with the text that is sent and every try. Throws `delivery_not_found`, `forbidden`. */
export async function readDelivery(
  ctx: ServiceContext,
  input: { id: string; delivery_id: string },
): Promise<DeliveryDetail> {
  assertUnconfined(ctx);
  const row = await findDelivery(ctx.db, input.id, input.delivery_id);
  if (row === null) throw deliveryNotFound();
  const { data, message_at, ...delivery } = row;
  const tries = await listTries(ctx.db, [row.delivery_id]);
  return {
    ...delivery,
    body: messageBody({ type: row.type, created_at: message_at, data }),
    tries: tries.map(({ delivery_id: _delivery, ...tried }) => tried),
  };
}
