import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import type { CodeHour, UnmappedHour } from "./count-hours";
import { forgetDays, takeOut } from "./summed-days";

/** Lets one look through hours at a time: what is read of an hour takes the place of what was read before. */
export async function lockHours(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('errata.count_hours'))`);
}

/** Which group these failures belong to; its rules are the first element, so that other rules make other groups. */
function groupId({ kind, tool, fingerprint, code, group_class, shape }: UnmappedHour): string {
  const text = JSON.stringify([1, kind, tool, fingerprint, code, group_class, shape]);
  const hex = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Puts what was read of an hour in the place of what was known of it. */
export async function storeHour(
  tx: Transaction,
  hour: string,
  read: { codes: readonly CodeHour[]; unmapped: readonly UnmappedHour[] },
  now: string,
): Promise<void> {
  await takeOut(tx, "hours", [hour]);
  await tx.execute(sql`delete from code_hours where hour = ${hour}::text::timestamptz`);
  await tx.execute(sql`delete from unmapped_hours where hour = ${hour}::text::timestamptz`);
  await insertCodes(tx, hour, read.codes);
  const groups = read.unmapped.map((row) => ({ ...row, group_id: groupId(row) }));
  await insertGroups(tx, groups);
  await insertUnmapped(tx, hour, groups);
  const failures = read.codes.reduce((sum, { events }) => sum + events, 0);
  await tx.execute(sql`
    insert into counted_hours as c (hour, failures, changed_at, counted_at)
    values (${hour}::text::timestamptz, ${failures}::bigint, ${now}::text::timestamptz, ${now}::text::timestamptz)
    on conflict (hour) do update set failures = excluded.failures, counted_at = excluded.counted_at,
      changed_at = case when c.failures = excluded.failures then c.changed_at else excluded.changed_at end`);
}

async function insertCodes(tx: Transaction, hour: string, rows: readonly CodeHour[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into code_hours (hour, code, tool, class, unmapped, tenant, environment, service, events, retry_yes, retry_no,
      effect_absent, effect_committed, effect_unknown, lacks_message, lacks_field, lacks_correction, lacks_retry_after,
      lacks_effect, lacking, lacking_in_reading, example_reference, example_event_id, example_at, first_seen_at, last_seen_at)
    select ${hour}::text::timestamptz, item.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as item(
      code text, tool text, class text, unmapped boolean, tenant text, environment text, service text, events int,
      retry_yes int, retry_no int, effect_absent int, effect_committed int, effect_unknown int, lacks_message int,
      lacks_field int, lacks_correction int, lacks_retry_after int, lacks_effect int, lacking int, lacking_in_reading int,
      example_reference text, example_event_id text, example_at timestamptz, first_seen_at timestamptz,
      last_seen_at timestamptz)`);
}

type Grouped = UnmappedHour & { group_id: string };

async function insertGroups(tx: Transaction, rows: readonly Grouped[]): Promise<void> {
  if (rows.length === 0) return;
  const groups = [...new Map(rows.map((row) => [row.group_id, row])).values()];
  await tx.execute(sql`
    insert into unmapped_groups (group_id, kind, tool, fingerprint, exception_type, top_frame, language, code, class, shape)
    select item.* from json_to_recordset(${JSON.stringify(groups)}::text::json) as item(group_id uuid, kind text,
      tool text, fingerprint bigint, exception_type text, top_frame text, language text, code text, group_class text,
      shape text)
    order by group_id on conflict (group_id) do nothing`);
}

async function insertUnmapped(tx: Transaction, hour: string, rows: readonly Grouped[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into unmapped_hours (hour, group_id, class, tenant, environment, service, release, events, unsafe,
      first_seen_at, last_seen_at, example_reference, example_event_id)
    select ${hour}::text::timestamptz, item.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as item(
      group_id uuid, class text, tenant text, environment text, service text, release text, events int, unsafe int,
      first_seen_at timestamptz, last_seen_at timestamptz, example_reference text, example_event_id text)`);
}

/**
 * Forgets up to 5,000 rows a table of hours before this one; answers whether there may be more. Under the lock of looking
 * through hours: a day that somebody sums meanwhile would stand for rows that are gone.
 */
export async function trimHours(db: Database, before: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockHours(tx);
    await forgetDays(tx, "hours", before);
    let most = 0;
    for (const table of ["code_hours", "unmapped_hours", "counted_hours"]) {
      const rows = await tx.execute(sql`
        delete from ${sql.identifier(table)} where ctid = any(array(select ctid from ${sql.identifier(table)}
          where hour < ${before}::text::timestamptz limit 5000)) returning 1`);
      most = Math.max(most, rows.length);
    }
    return most === 5000;
  });
}

/** Forgets groups of which neither a failure nor a mark is left. */
export async function trimGroups(db: Pick<Database, "execute">): Promise<void> {
  await db.execute(sql`
    delete from unmapped_groups g
    where not exists (select from unmapped_hours h where h.group_id = g.group_id)
      and not exists (select from group_marks m where m.group_id = g.group_id)`);
}
