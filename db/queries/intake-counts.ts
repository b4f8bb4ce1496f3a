import { sql } from "drizzle-orm";
import { instantFromPostgres } from "@/domain/instant";
import { INTAKE_DOORS, type IntakeCount, type IntakeDoor } from "@/domain/intake";
import type { IntakePoint, IntakeSum } from "@/domain/intake-report";
import { ITEM_STATUSES, type ItemStatus } from "@/domain/item-results";
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

type PointCell = { source_id: number; bucket: number } & Record<ItemStatus, number>;

/**
 * What came in within the range, whole and by step; two statements, which a snapshot makes one. A source has some 30
 * rows every five minutes, so 30 days of five sources are 1.3 million: one statement with grouping sets sorted them all
 * by four texts and took eight times as long (decision 0088). Each is hashed: the points by numbers alone, with a
 * column for each status, since a step and a text for each row would not fit into memory.
 */
export async function readIntakeCounts(
  tx: Transaction,
  question: IntakeQuestion,
): Promise<{ sums: IntakeSum[]; points: IntakePoint[] }> {
  const sums = await tx.execute<IntakeSum>(sql`
    select source_id, measure, door, detail, sum(items)::float8 as items
    from intake_counts where ${within(question)}
    group by source_id, measure, door, detail`);
  const bounds = `{${question.boundaries.join(",")}}`;
  const cells = await tx.execute<PointCell>(sql`
    select source_id, width_bucket(slot, ${bounds}::timestamptz[]) - 1 as bucket, ${countOf("accepted")},
      ${countOf("duplicate")}, ${countOf("conflict")}, ${countOf("rejected")}
    from intake_counts where ${within(question)} and measure in ('accepted', 'duplicate', 'conflict', 'rejected')
    group by 1, 2`);
  const points = cells.flatMap(({ source_id, bucket, ...counts }) =>
    ITEM_STATUSES.map((status) => ({ source_id, bucket, status, items: counts[status] })),
  );
  return { sums: [...sums], points };
}

/** The ends are read as one array, which is a constant to the plan; as texts they would be read anew for every row. */
function within({ boundaries, doors }: IntakeQuestion) {
  const ends = `{${boundaries[0]},${boundaries.at(-1)}}`;
  return sql`slot >= (${ends}::timestamptz[])[1] and slot < (${ends}::timestamptz[])[2]
    and door = any(${sql.param(doors ?? INTAKE_DOORS)}::text[])`;
}

function countOf(status: ItemStatus) {
  return sql`coalesce(sum(items) filter (where measure = ${status}), 0)::float8 as ${sql.identifier(status)}`;
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
