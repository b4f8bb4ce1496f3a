import { recordAudit } from "@/db/queries/audit";
import { type KeyRow, listKeyRows, revokeKeyRow } from "@/db/queries/keys";
import { notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";
import { KEYS_CHANGED } from "../key-cache";

/**
 * Revokes a key, from now on here and within seconds in every process. Doing it again changes nothing.
 * Throws `key_not_found`.
 */
export async function revokeKey(ctx: ServiceContext, input: { key_id: string }): Promise<KeyRow> {
  const { hash, row } = await ctx.db.transaction(async (tx) => {
    const hash = await revokeKeyRow(tx, input.key_id, ctx.caller.confinement);
    const row = (await listKeyRows(tx, ctx.caller.confinement, input.key_id))[0];
    if (hash !== null && row !== undefined)
      await recordAudit(tx, {
        actor: ctx.caller,
        action: "key.revoked",
        subject_kind: "key",
        subject_id: row.key_id,
        tenant: row.tenant,
        environment: row.environment,
        service: row.service,
        details: { name: row.name, source: row.source },
      });
    return { hash, row };
  });
  if (row === undefined) throw notFoundError("key_not_found", "There is no such key.");
  if (hash !== null) ctx.hub.publish(KEYS_CHANGED);
  return row;
}
