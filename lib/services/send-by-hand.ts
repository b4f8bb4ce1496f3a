import type { AuditFact } from "@/db/queries/audit";
import type { Try } from "@/db/queries/record-try";
import { takeDelivery } from "@/db/queries/take-deliveries";
import { conflictError } from "@/domain/errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "./context";
import { runtime } from "./runtime";
import { LEASE_SECONDS, sendDelivery, senderOf } from "./send-delivery";

/**
 * Makes one try now because the caller asked for it, and answers what came of it. It changes the delivery only
 * for the better: what fails again stays as it was, and its schedule goes on.
 * Throws `delivery_under_way`, `verdict_superseded`, `verdict_expired`.
 */
export async function sendByHand(
  ctx: ServiceContext,
  delivery_id: string,
  fact: Omit<AuditFact, "actor">,
): Promise<Try> {
  const sender = await senderOf(runtime(), ctx.now);
  const now = instantFromDate(ctx.now()).iso;
  const taken = await takeDelivery(ctx.db, delivery_id, addSeconds(now, LEASE_SECONDS), now);
  if (taken === null) {
    throw conflictError("delivery_under_way", "This message is being sent just now.", {
      ...{ retryable: true, retry_after: 5, hint: "Look at its tries in some seconds." },
    });
  }
  const sent = await sendDelivery(sender, taken, {
    by: ctx.caller.name,
    fact: ({ status, error }) => ({
      ...{ actor: ctx.caller, ...fact },
      details: { ...fact.details, delivery_id, message_id: taken.message_id, status, error },
    }),
  });
  if ("tried" in sent) return sent.tried;
  if (sent.dropped === "verdict_expired") {
    throw conflictError(
      "verdict_expired",
      "A repeat is no longer known to be safe, so it is not told any more.",
      {
        hint: "The case is open again; its next verdict is sent by itself.",
      },
    );
  }
  throw conflictError("verdict_superseded", "The verdict no longer stands, so it is not told any more.", {
    hint: "The case was reopened; its next verdict is sent by itself.",
  });
}
