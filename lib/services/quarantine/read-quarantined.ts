import { findQuarantineRow } from "@/db/queries/quarantine-read";
import { quarantineNotFound } from "@/domain/replay-errors";
import type { ServiceContext } from "../context";
import { type QuarantineAnswer, quarantineAnswers } from "../quarantine-answer";

/** One item with its payload. Throws `quarantined_item_not_found`, also for one outside what the caller may see. */
export async function readQuarantined(
  ctx: ServiceContext,
  input: { quarantine_id: number },
): Promise<QuarantineAnswer> {
  const row = await findQuarantineRow(ctx.db, ctx.caller.confinement, input.quarantine_id);
  const [item] = row === null ? [] : await quarantineAnswers(ctx.db, ctx.caller, [row]);
  if (item === undefined) throw quarantineNotFound();
  return item;
}
