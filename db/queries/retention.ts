import { sql } from "drizzle-orm";
import { addSeconds, instantFromPostgres } from "@/domain/instant";
import type { Database, Transaction } from "../client";

const DAY_SECONDS = 86_400;
/** Clocks of processes differ, and what was judged a moment ago may still be on its way. */
const MARGIN_SECONDS = 3600;
/** After the setting was changed nothing is dropped for so long: whoever mistyped it can take it back. */
export const REST_SECONDS = 3600;

export type DecidedRetention = { retention_days: number | null; changed_at: string | null };

/** What was decided for the installation and when; nulls where nothing was. */
export async function readDecidedRetention(db: Database | Transaction): Promise<DecidedRetention> {
  const [row] = await db.execute<{ value: unknown; updated_at: string }>(sql`
    select value, updated_at from settings where name = 'retention_days'`);
  if (typeof row?.value !== "number") return { retention_days: null, changed_at: null };
  return { retention_days: row.value, changed_at: instantFromPostgres(row.updated_at) };
}

/** Before when nothing is kept any more; a partition that ends by then may go. */
export function dropsBefore(retention_days: number, now: string): string {
  return addSeconds(now, -retention_days * DAY_SECONDS - MARGIN_SECONDS);
}

/** From when on what ends at `to` may be dropped. */
export function goesAt(to: string, retention_days: number): string {
  return addSeconds(to, retention_days * DAY_SECONDS + MARGIN_SECONDS);
}

/** From when on a retention that was changed is acted on. */
export function restsUntil({ changed_at }: DecidedRetention): string | null {
  return changed_at === null ? null : addSeconds(changed_at, REST_SECONDS);
}

/**
 * Whether what ends at `to` may go by what is decided at this moment. The setting stays as it is until the
 * transaction ends: one that is raised meanwhile waits, or was seen.
 */
export async function isPastRetention(
  tx: Transaction,
  { to, now, default_days }: { to: string; now: string; default_days: number },
): Promise<boolean> {
  await tx.execute(sql`select 1 from settings where name = 'retention_days' for share`);
  const decided = await readDecidedRetention(tx);
  const rests = restsUntil(decided);
  if (rests !== null && now < rests) return false;
  return to <= dropsBefore(decided.retention_days ?? default_days, now);
}

/** Up to when everything was dropped; null while nothing was. Nothing before is taken in again. */
export async function readDroppedUntil(db: Database | Transaction): Promise<string | null> {
  const [row] = await db.execute<{ until: string | null }>(sql`
    select max(to_at) as until from dropped_partitions where dropped_at is not null`);
  return row?.until ? instantFromPostgres(row.until) : null;
}
