import { recordAudit } from "@/db/queries/audit";
import { type KeyRow, limitKeyRow, listKeyRows } from "@/db/queries/keys";
import { conflictError, notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";
import { KEYS_CHANGED } from "../key-cache";

export type ChangeKeyInput = { key_id: string; items_per_minute: number | null };

/**
 * Gives a key another limit, from now on here and within seconds in every process; null: the installation's default.
 * Throws `key_not_found`, `key_revoked`.
 */
export async function changeKey(ctx: ServiceContext, input: ChangeKeyInput): Promise<KeyRow> {
  const { key_id, items_per_minute } = input;
  const row = await ctx.db.transaction(async (tx) => {
    const changed = await limitKeyRow(tx, key_id, items_per_minute, ctx.caller.confinement);
    const row = (await listKeyRows(tx, ctx.caller.confinement, key_id))[0];
    if (row === undefined) throw notFoundError("key_not_found", "There is no such key.");
    if (!changed) throw conflictError("key_revoked", "This key was revoked; make another one.");
    const { tenant, environment, service } = row;
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "key.changed", subject_kind: "key", subject_id: key_id },
      ...{ tenant, environment, service },
      details: { name: row.name, source: row.source, items_per_minute },
    });
    return row;
  });
  ctx.hub.publish(KEYS_CHANGED);
  return row;
}
