import { type AuditEntry, type AuditFilter, listAuditRows } from "@/db/queries/audit";
import { may } from "@/domain/permissions";
import type { ServiceContext } from "../context";

export type AuditPage = { items: AuditEntry[]; next_before: number | null };

/** The trail, newest first: all of it for those who may read it, for everybody else what they did themselves. */
export async function listAudit(
  ctx: ServiceContext,
  input: AuditFilter & { before: number | null; limit: number },
): Promise<AuditPage> {
  const { before, limit, ...filter } = input;
  const own = { kind: ctx.caller.kind, id: ctx.caller.id };
  if (!may(ctx.caller, "audit.read")) filter.actor = own;
  const reader = { confinement: ctx.caller.confinement, own };
  const rows = await listAuditRows(ctx.db, reader, filter, { before, limit: limit + 1 });
  const items = rows.slice(0, limit);
  return { items, next_before: rows.length > limit ? (items.at(-1)?.audit_id ?? null) : null };
}
