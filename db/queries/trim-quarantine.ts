import { sql } from "drizzle-orm";
import { instantFromPostgres } from "@/domain/instant";
import type { Transaction } from "../client";
import { findCasesOf } from "./quarantine-read";

const ITEMS = 1_000;

/** Where a page of old items ended: those that stay are passed over once. */
export type TrimPlace = { last_received_at: string; quarantine_id: number };
export type TrimmedItem = { state: string; door: string; reason: string };
export type TrimmedPage = { trimmed: TrimmedItem[]; next: TrimPlace | null };

type OldItem = TrimmedItem & TrimPlace & { source_id: number; lone_event: string | null };

/**
 * Removes items that were last received before, whether they were decided or not: their payloads are as old as events
 * that are dropped, and none could be sent again. What is decided since then stays, what a replay still works on, and
 * what an unsettled case is about. One page of them; `next` is where to go on.
 */
export async function trimQuarantine(
  tx: Transaction,
  before: string,
  from: TrimPlace | null,
): Promise<TrimmedPage> {
  const rows = await readOld(tx, before, from);
  const last = rows.at(-1);
  const next = rows.length === ITEMS && last !== undefined ? last : null;
  const needed = await neededByCases(tx, rows);
  const trimmed = rows.filter(({ quarantine_id }) => !needed.has(quarantine_id));
  const ids = trimmed.map(({ quarantine_id }) => quarantine_id);
  await tx.execute(sql`delete from quarantine where quarantine_id = any(${sql.param(ids)}::bigint[])`);
  return { trimmed, next };
}

async function readOld(tx: Transaction, before: string, from: TrimPlace | null): Promise<OldItem[]> {
  const rows = await tx.execute<Omit<OldItem, "quarantine_id"> & { quarantine_id: string }>(sql`
    select quarantine_id, source_id, lone_event, state, door, reason, last_received_at
    from quarantine q
    where last_received_at < ${before}::text::timestamptz
      and (state = 'open' or decided_at < ${before}::text::timestamptz)
      and (${from === null} or (last_received_at, quarantine_id)
        > (${from?.last_received_at ?? before}::text::timestamptz, ${from?.quarantine_id ?? 0}::bigint))
      and not exists (
        select from replay_items i where i.quarantine_id = q.quarantine_id and i.outcome is null)
    order by last_received_at, quarantine_id limit ${ITEMS}
    for update skip locked`);
  return rows.map((row) => ({
    ...row,
    quarantine_id: Number(row.quarantine_id),
    last_received_at: instantFromPostgres(row.last_received_at),
  }));
}

async function neededByCases(tx: Transaction, rows: readonly OldItem[]): Promise<ReadonlySet<number>> {
  const casesOf = await findCasesOf(tx, rows);
  const ids = [...new Set(casesOf.values())];
  if (ids.length === 0) return new Set();
  const unsettled = await tx.execute<{ case_id: string }>(sql`
    select case_id from cases where case_id = any(${sql.param(ids)}::uuid[]) and state <> 'settled'`);
  const open = new Set(unsettled.map(({ case_id }) => case_id));
  return new Set([...casesOf].flatMap(([id, case_id]) => (open.has(case_id) ? [id] : [])));
}
