import { sql } from "drizzle-orm";
import { instantFromPostgres } from "@/domain/instant";
import type { Database } from "../client";
import { listPartitions, type PartitionedTable, type PartitionRange } from "./partitions";

/** Up to here rows are counted; of more PostgreSQL's own estimate is near enough, and counting takes a second. */
const COUNTED_BYTES = 64 * 1024 * 1024;

export type StoredPartition = PartitionRange & {
  relation: PartitionedTable;
  rows: number;
  /** Whether `rows` is PostgreSQL's estimate. */
  estimated: boolean;
  /** On disk, indexes included. */
  bytes: number;
};

/** The partitions of events and frames that exist, oldest first, with what they hold. */
export async function readPartitions(db: Database): Promise<StoredPartition[]> {
  const ofEach = await Promise.all(
    (["events", "frames"] as const).map(async (relation) =>
      (await listPartitions(db, relation)).map((range) => ({ ...range, relation })),
    ),
  );
  const ranges = ofEach.flat();
  const sizes = await readSizes(
    db,
    ranges.map(({ name }) => name),
  );
  return ranges
    .flatMap((range) => {
      const size = sizes.get(range.name);
      return size === undefined ? [] : [{ ...range, ...size }];
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

type Size = Pick<StoredPartition, "rows" | "estimated" | "bytes">;

/** One that is dropped meanwhile is left out. */
async function readSizes(db: Database, names: readonly string[]): Promise<Map<string, Size>> {
  const rows = await db.execute<{ name: string; bytes: string; estimate: number }>(sql`
    select relname as name, pg_total_relation_size(oid) as bytes, reltuples::float8 as estimate
    from pg_class where relname = any(${sql.param(names)}::text[]) and relkind = 'r'
      and pg_table_is_visible(oid)`);
  const sizes = new Map<string, Size>();
  for (const { name, bytes, estimate } of rows) {
    const estimated = Number(bytes) > COUNTED_BYTES && estimate >= 0;
    const counted = estimated ? Math.round(estimate) : await countRows(db, name);
    sizes.set(name, { rows: counted, estimated, bytes: Number(bytes) });
  }
  return sizes;
}

async function countRows(db: Database, name: string): Promise<number> {
  const [row] = await db.execute<{ rows: string }>(sql`select count(*) as rows from ${sql.identifier(name)}`);
  return Number(row?.rows);
}

export type DroppedPartition = {
  relation: PartitionedTable;
  from: string;
  to: string;
  rows: number;
  references_kept: number;
  frames_kept: number;
  bytes: number;
  dropped_at: string;
};

/** What was dropped, the last first. */
export async function readDropped(db: Database, limit: number): Promise<DroppedPartition[]> {
  const rows = await db.execute<Record<keyof DroppedPartition, string>>(sql`
    select relation, from_at as "from", to_at as "to", rows, references_kept, frames_kept, bytes, dropped_at
    from dropped_partitions where dropped_at is not null
    order by dropped_at desc, partition_id desc limit ${limit}`);
  return rows.map((row) => ({
    relation: row.relation === "frames" ? "frames" : "events",
    from: instantFromPostgres(row.from),
    to: instantFromPostgres(row.to),
    rows: Number(row.rows),
    references_kept: Number(row.references_kept),
    frames_kept: Number(row.frames_kept),
    bytes: Number(row.bytes),
    dropped_at: instantFromPostgres(row.dropped_at),
  }));
}

export type KeptForGood = {
  partitions: number;
  rows: number;
  references: number;
  /** What the hashes of dropped references take on disk. */
  references_bytes: number;
  /** Frames of dropped partitions that stay for cases. */
  frames: number;
  oldest_event_at: string | null;
  open_quarantine: number;
  oldest_open_quarantine_at: string | null;
};

/** What there is beside the partitions. */
export async function readKept(db: Database): Promise<KeptForGood> {
  const [row] = await db.execute<Record<keyof KeptForGood, string | null>>(sql`
    select d.*, q.*, (select count(*) from kept_frames) as frames,
      (select min(occurred_at) from events) as oldest_event_at,
      pg_total_relation_size('dropped_references') as references_bytes
    from (
      select count(*) as partitions, coalesce(sum(rows), 0) as rows, coalesce(sum(references_kept), 0) as references
      from dropped_partitions where dropped_at is not null
    ) d, (
      select count(*) as open_quarantine, min(last_received_at) as oldest_open_quarantine_at
      from quarantine where state = 'open'
    ) q`);
  if (row === undefined) throw new Error("counting answered no row");
  const instant = (text: string | null) => text && instantFromPostgres(text);
  return {
    partitions: Number(row.partitions),
    rows: Number(row.rows),
    references: Number(row.references),
    references_bytes: Number(row.references_bytes),
    frames: Number(row.frames),
    oldest_event_at: instant(row.oldest_event_at),
    open_quarantine: Number(row.open_quarantine),
    oldest_open_quarantine_at: instant(row.oldest_open_quarantine_at),
  };
}
