import { type AuditEntry, type AuditFilter, listAuditRows } from "@/db/queries/audit";
import { AMONG_PEOPLE_ACTIONS, readsAmongPeople } from "@/domain/among-people";
import { may } from "@/domain/permissions";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";

export type AuditPage = { items: AuditEntry[]; next_cursor: string | null };

const PLACE = [cursorPart.count] as const;

/**
 * The trail, newest first: all of it for those who may read it, for everybody else what they did themselves.
 * Throws `invalid_cursor`.
 */
export async function listAudit(
  ctx: ServiceContext,
  input: AuditFilter & { cursor?: string | undefined; limit: number },
): Promise<AuditPage> {
  const { cursor, limit, ...filter } = input;
  const [before = null] = decodeCursor<[number]>(cursor, PLACE) ?? [];
  const own = { kind: ctx.caller.kind, id: ctx.caller.id };
  if (!may(ctx.caller, "audit.read")) filter.actor = own;
  const without = readsAmongPeople(ctx.caller) ? [] : AMONG_PEOPLE_ACTIONS;
  const reader = { confinement: ctx.caller.confinement, own, without };
  const rows = await listAuditRows(ctx.db, reader, filter, { before, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? encodeCursor([last.audit_id]) : null };
}
