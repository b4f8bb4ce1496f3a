import { sql } from "drizzle-orm";
import { instantFromPostgres } from "@/domain/instant";
import { INTAKE_DOORS, type IntakeCount, type IntakeDoor, type IntakeMeasure } from "@/domain/intake";
import type { IntakePoint, IntakeSum } from "@/domain/intake-report";
import type { ItemStatus } from "@/domain/item-results";
import type { Database, Transaction } from "../client";
import { runNamed } from "../driver";

const ADD = `
  insert into intake_counts as c (source_id, door, slot, measure, detail, items)
  select source_id, door, slot, measure, detail, items
  from json_to_recordset($1::text::json)
    as item(source_id int, door text, slot timestamptz, measure text, detail text, items bigint)
  order by source_id, door, slot, measure, detail
  on conflict (source_id, door, slot, measure, detail) do update set items = c.items + excluded.items`;

/**
 * Adds to what came in, within the transaction that stores it and last in it, since the rows are shared by all that a
 * source sends. Sorted by key, so that transactions lock the same rows in the same order.
 */
export async function addIntakeCounts(
  tx: Database | Transaction,
  counts: readonly IntakeCount[],
): Promise<void> {
  if (counts.length > 0) await runNamed(tx, ADD, [JSON.stringify(counts)]);
}

/** Deletes up to 5,000 counts from before this instant; answers how many there were. */
export async function trimIntakeCounts(db: Pick<Database, "execute">, before: string): Promise<number> {
  const rows = await db.execute(sql`
    delete from intake_counts where ctid = any(array(
      select ctid from intake_counts where slot < ${before}::text::timestamptz limit 5000))
    returning 1`);
  return rows.length;
}

export type IntakeQuestion = {
  /** Starts of the steps and the end of the last; instants. */
  boundaries: readonly string[];
  doors: readonly IntakeDoor[] | undefined;
};

type IntakeCell = {
  source_id: number;
  measure: IntakeMeasure;
  /** Null in the cells of a step. */
  door: string | null;
  detail: string | null;
  bucket: number | null;
  items: number;
};

/**
 * What came in within the range, whole and by step, in one pass: a part and what it is a share of are of the same rows.
 * Read by `intake_counts_by_time`; a source has some 30 rows every five minutes, so a day of five sources is 40,000.
 */
export async function readIntakeCounts(
  tx: Transaction,
  { boundaries, doors }: IntakeQuestion,
): Promise<{ sums: IntakeSum[]; points: IntakePoint[] }> {
  const bounds = `{${boundaries.join(",")}}`;
  const cells = await tx.execute<IntakeCell>(sql`
    select source_id, measure, door, detail, bucket, sum(items)::float8 as items
    from (
      select source_id, measure, door, detail, items, width_bucket(slot, ${bounds}::timestamptz[]) - 1 as bucket
      from intake_counts
      where slot >= ${boundaries[0]}::text::timestamptz and slot < ${boundaries.at(-1)}::text::timestamptz
        and door = any(${sql.param(doors ?? INTAKE_DOORS)}::text[])
    ) as counted
    group by grouping sets ((source_id, measure, door, detail), (source_id, measure, bucket))
    having grouping(door) = 0 or measure in ('accepted', 'duplicate', 'conflict', 'rejected')`);
  const sums: IntakeSum[] = [];
  const points: IntakePoint[] = [];
  for (const { source_id, measure, door, detail, bucket, items } of cells) {
    if (bucket !== null) points.push({ source_id, bucket, status: measure as ItemStatus, items });
    else sums.push({ source_id, measure, door: door ?? "", detail: detail ?? "", items });
  }
  return { sums, points };
}

export type IntakeSourceRow = {
  source_id: number;
  source: string;
  has_key: boolean;
  last_received_at: string | null;
  /** Items since the start of the rate. */
  recent: number;
};

/** All sources, whether a key of theirs may report, when they last did by any door, and what came since `rate_from`. */
export async function readIntakeSources(
  tx: Transaction,
  { now, rate_from, doors }: { now: string; rate_from: string; doors: readonly IntakeDoor[] | undefined },
): Promise<IntakeSourceRow[]> {
  const rows = await tx.execute<IntakeSourceRow>(sql`
    select s.source_id, s.name as source, last.slot as last_received_at, coalesce(recent.items, 0)::float8 as recent,
      exists (select from keys k where k.source_id = s.source_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now}::text::timestamptz)
        and k.scopes && array['ingest', 'evidence']) as has_key
    from sources s
    left join lateral (
      select max(newest.slot) as slot from unnest(${sql.param(INTAKE_DOORS)}::text[]) as d(door)
      cross join lateral (select c.slot from intake_counts c where c.source_id = s.source_id and c.door = d.door
        order by c.slot desc limit 1) as newest
    ) as last on true
    left join lateral (
      select sum(c.items) as items from intake_counts c
      where c.source_id = s.source_id and c.slot >= ${rate_from}::text::timestamptz
        and c.door = any(${sql.param(doors ?? INTAKE_DOORS)}::text[])
        and c.measure in ('accepted', 'duplicate', 'conflict', 'rejected')
    ) as recent on true
    order by s.name`);
  return rows.map((row) => ({
    ...row,
    last_received_at: row.last_received_at === null ? null : instantFromPostgres(row.last_received_at),
  }));
}
