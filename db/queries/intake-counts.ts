import { type SQL, sql } from "drizzle-orm";
import { instantFromMicros, instantFromPostgres, microsOf } from "@/domain/instant";
import { INTAKE_DOORS, type IntakeCount, type IntakeDoor } from "@/domain/intake";
import { type MicrosRange, splitByHours, uncutPart } from "@/domain/intake-hours";
import type { IntakePoint, IntakeSum } from "@/domain/intake-report";
import { ITEM_STATUSES, type ItemStatus } from "@/domain/item-results";
import type { Database, Transaction } from "../client";
import { runNamed } from "../driver";
import { forgetIntakeHours, MARK_LATE_HOURS, readRolledIntakeHours } from "./intake-hours";

const ADD = `
  with item as materialized (
    select * from json_to_recordset($1::text::json)
      as item(source_id int, door text, slot timestamptz, measure text, detail text, items bigint)
  ), ${MARK_LATE_HOURS}
  insert into intake_counts as c (source_id, door, slot, measure, detail, items)
  select source_id, door, slot, measure, detail, items from item
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

/** Deletes up to 5,000 counts from before this instant, and hours made of them; answers how many counts there were. */
export function trimIntakeCounts(db: Database, before: string): Promise<number> {
  return db.transaction(async (tx) => {
    await forgetIntakeHours(tx, before);
    const rows = await tx.execute(sql`
      delete from intake_counts where ctid = any(array(
        select ctid from intake_counts where slot < ${before}::text::timestamptz limit 5000))
      returning 1`);
    return rows.length;
  });
}

export type IntakeQuestion = {
  /** Starts of the steps and the end of the last; instants. */
  boundaries: readonly string[];
  doors: readonly IntakeDoor[] | undefined;
};

type PointCell = { source_id: number; bucket: number } & Record<ItemStatus, number>;

/**
 * What came in within the range, whole and by step; statements which a snapshot makes one. A source has some 30 rows every
 * five minutes, so 30 days of five sources are 1.3 million: whole hours are read from those that are rolled, and the rest
 * by five minutes, which give the same (decision 0099). Each is hashed: the points by numbers alone, with a column for
 * each status, since a step and a text for each row would not fit into memory (decision 0088).
 */
export async function readIntakeCounts(
  tx: Transaction,
  question: IntakeQuestion,
): Promise<{ sums: IntakeSum[]; points: IntakePoint[] }> {
  const { range, boundaries } = microsIn(question);
  const rolled = await readRolledIntakeHours(tx, {
    from: instantFromMicros(range.from).iso,
    to: instantFromMicros(range.to).iso,
  });
  const part = uncutPart(boundaries);
  const sums = await readSums(tx, question.doors, splitByHours(range, rolled));
  const points = await readPoints(tx, question, {
    ...splitByHours(range, part === null ? [] : rolled),
    part: part ?? "quarter",
  });
  return { sums, points };
}

function microsIn({ boundaries: instants }: IntakeQuestion) {
  const boundaries = instants.map((instant) => microsOf(instant));
  return { boundaries, range: { from: boundaries[0] ?? 0, to: boundaries.at(-1) ?? 0 } };
}

/** Where a range is read from. */
type Parts = { whole: readonly MicrosRange[]; rest: readonly MicrosRange[] };
type Doors = IntakeQuestion["doors"];

/** Sums are of numbers that a double holds exactly, as the answer does, in half the time. */
async function readSums(tx: Transaction, doors: Doors, { whole, rest }: Parts): Promise<IntakeSum[]> {
  const rows = await tx.execute<IntakeSum>(sql`
    select source_id, measure, door, detail, sum(items::float8) as items from (
      select source_id, measure, door, detail, items from intake_counts
      where ${within(sql`slot`, rest)} and ${ofDoors(doors)}
      union all select source_id, measure, door, detail, q0 + q1 + q2 + q3 from intake_hours
      where ${within(sql`hour`, whole)} and ${ofDoors(doors)}
    ) as counted group by source_id, measure, door, detail`);
  return [...rows];
}

/** A column for each status, named after it, with what `of` says of its items. */
const eachStatus = (of: (status: ItemStatus) => SQL) =>
  sql.join(
    ITEM_STATUSES.map((status) => sql`${of(status)} as ${sql.identifier(status)}`),
    sql`, `,
  );

const sumOf = (items: SQL) => (status: ItemStatus) => sql`sum(${items}) filter (where measure = ${status})`;

/** `select source_id, at, <statuses>` of whole hours: summed by hour before the hour is looked up among the steps. */
function hourRows(where: SQL): SQL {
  return sql`select source_id, hour, ${eachStatus(sumOf(sql`(q0 + q1 + q2 + q3)::float8`))}
    from intake_hours where ${where} group by 1, 2`;
}

/** The same by quarter. */
function quarterRows(where: SQL): SQL {
  const named = (status: ItemStatus, place: number) => sql.identifier(`${status}${place}`);
  const sums = QUARTERS.flatMap((place) =>
    ITEM_STATUSES.map(
      (status) =>
        sql`${sumOf(sql`${sql.identifier(`q${place}`)}::float8`)(status)} as ${named(status, place)}`,
    ),
  );
  const quarters = QUARTERS.map((place) => {
    const counts = ITEM_STATUSES.map((status) => sql`${named(status, place)}`);
    return sql`(hour + ${sql.raw(`interval '${place * 15} minutes'`)}, ${sql.join(counts, sql`, `)})`;
  });
  const columns = ITEM_STATUSES.map((status) => sql.identifier(status));
  return sql`select source_id, part.* from (
      select source_id, hour, ${sql.join(sums, sql`, `)} from intake_hours where ${where} group by 1, 2
    ) as summed cross join lateral (values ${sql.join(quarters, sql`, `)}) as part(at, ${sql.join(columns, sql`, `)})`;
}

const QUARTERS = [0, 1, 2, 3];

/** As one value, since a row for each source and hour is as much work for the driver as the counting. */
async function readPoints(
  tx: Transaction,
  { boundaries, doors }: IntakeQuestion,
  { whole, rest, part }: Parts & { part: "hour" | "quarter" },
): Promise<IntakePoint[]> {
  const ofStatus = sql`${ofDoors(doors)} and measure in ('accepted', 'duplicate', 'conflict', 'rejected')`;
  const inHours = sql`${within(sql`hour`, whole)} and ${ofStatus}`;
  const [answer] = await tx.execute<{ cells: PointCell[] | null }>(sql`
    select json_agg(cell) as cells from (
      select source_id, width_bucket(at, ${`{${boundaries.join(",")}}`}::timestamptz[]) - 1 as bucket,
        ${eachStatus((status) => sql`coalesce(sum(${sql.identifier(status)}), 0)`)}
      from (
        select source_id, slot as at, ${eachStatus(sumOf(sql`items::float8`))}
        from intake_counts where ${within(sql`slot`, rest)} and ${ofStatus} group by 1, 2
        union all ${part === "hour" ? hourRows(inHours) : quarterRows(inHours)}
      ) as counted group by 1, 2
    ) as cell`);
  return (answer?.cells ?? []).flatMap(({ source_id, bucket, ...counts }) =>
    ITEM_STATUSES.map((status) => ({ source_id, bucket, status, items: counts[status] })),
  );
}

/** The ends are read as one array, which is a constant to the plan; as texts they would be read anew for every row. */
function within(column: SQL, ranges: readonly MicrosRange[]): SQL {
  if (ranges.length === 0) return sql`false`;
  const each = ranges.map(({ from, to }) => {
    const ends = `{${instantFromMicros(from).iso},${instantFromMicros(to).iso}}`;
    return sql`(${column} >= (${ends}::timestamptz[])[1] and ${column} < (${ends}::timestamptz[])[2])`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

const ofDoors = (doors: Doors) => (doors ? sql`door = any(${sql.param(doors)}::text[])` : sql`true`);

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
