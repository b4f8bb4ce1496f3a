import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { events } from "@/db/schema/events";
import { tools } from "@/db/schema/tools";
import { addSeconds, instantFromMicros, instantFromPostgres, microsOf } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import { within } from "./event-filter";
import { EVENT_COLUMNS, type EventRow } from "./events-read";
import { readOutlivedEvents } from "./outlived-events";

/** These events in full, oldest first; what retention dropped as a case keeps it. */
export async function readAttemptRows(
  db: Database,
  attempts: readonly Pick<EventRow, "reference" | "event_id" | "occurred_at">[],
  confinement: Confinement,
): Promise<EventRow[]> {
  const times = attempts.map(({ occurred_at }) => occurred_at).sort();
  const [first = "", last = ""] = [times[0], times.at(-1)];
  const ids = attempts.map(({ event_id }) => event_id);
  const reference = attempts[0]?.reference ?? "";
  const rows = await db
    .select(EVENT_COLUMNS)
    .from(events)
    .where(
      and(
        eq(events.reference, reference),
        sql`${events.occurred_at} between ${first}::timestamptz and ${last}::timestamptz`,
        sql`${events.event_id} = any(${sql.param(ids)}::uuid[])`,
        confine(confinement, events),
      ),
    )
    .orderBy(asc(events.occurred_at), asc(events.event_id));
  const missing = ids.filter((event_id) => rows.every((row) => row.event_id !== event_id));
  if (missing.length === 0) return rows;
  const wanted = { references: [reference], event_ids: missing };
  const outlived = await readOutlivedEvents(db, wanted, confinement);
  return [...outlived.reverse(), ...rows];
}

const RUN_DAYS = 7;
const RUN_EVENTS = 50;
/** A producer that sends one run id for everything must not make a report slow. */
const RUN_ROWS = 2_000;

/**
 * The failures of the same run nearest to this one in time, itself among them, oldest first. Read outwards from it on both
 * sides, so that a run of any length costs no more than its neighbours.
 */
export async function readRunRows(
  db: Database,
  of: EventRow & { run_id: string },
  confinement: Confinement,
): Promise<EventRow[]> {
  const span = RUN_DAYS * 86_400;
  const side = async (when: SQL, order: SQL) => {
    const rows = db
      .select(EVENT_COLUMNS)
      .from(events)
      .where(and(eq(events.run_id, of.run_id), when))
      .orderBy(order)
      .limit(RUN_ROWS)
      .as("run");
    return db
      .select()
      .from(rows)
      .where(
        and(
          sql`${rows.tenant} is not distinct from ${of.tenant}::text`,
          sql`${rows.environment} is not distinct from ${of.environment}::text`,
          confine(confinement, rows),
        ),
      )
      .orderBy(order)
      .limit(RUN_EVENTS);
  };
  const { occurred_at } = events;
  const at = sql`${of.occurred_at}::timestamptz`;
  const [before, after] = await Promise.all([
    side(
      sql`${occurred_at} <= ${at} and ${occurred_at} >= ${addSeconds(of.occurred_at, -span)}::timestamptz`,
      sql`occurred_at desc`,
    ),
    side(
      sql`${occurred_at} > ${at} and ${occurred_at} < ${addSeconds(of.occurred_at, span)}::timestamptz`,
      sql`occurred_at`,
    ),
  ]);
  return nearest([...before, ...after], of).sort((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1));
}

function nearest(rows: readonly EventRow[], of: EventRow): EventRow[] {
  const apart = ({ occurred_at }: EventRow) => {
    const between = microsOf(occurred_at) - microsOf(of.occurred_at);
    return between < 0 ? -between : between;
  };
  const isItself = (row: EventRow) => row.event_id === of.event_id && row.source_id === of.source_id;
  const others = rows.filter((row) => !isItself(row)).sort((a, b) => apart(a) - apart(b));
  return [...rows.filter(isItself).slice(0, 1), ...others].slice(0, RUN_EVENTS);
}

/** Whether a person declared that the tool only reads; what nobody declared may write. */
export async function isReadOnlyTool(db: Database, tool: string): Promise<boolean> {
  const rows = await db.select({ writes: tools.writes }).from(tools).where(eq(tools.tool, tool));
  return rows[0]?.writes === false;
}

const STEP_SECONDS = 300;
const STEPS = 12;

export type RateAround = {
  code: string;
  from: string;
  to: string;
  failures: number;
  runs: number;
  tenants: number;
  /** Failures that name no run, or no tenant. */
  without_run: number;
  without_tenant: number;
  points: [start: string, failures: number][];
};

/** How often a code occurred in the hour around an instant, by five minutes: one user or everybody? */
export async function readRateAround(
  db: Database,
  of: { code: string; occurred_at: string },
  confinement: Confinement,
): Promise<RateAround> {
  const micros = microsOf(of.occurred_at);
  const step = STEP_SECONDS * 1e6;
  const from = instantFromMicros(micros - (micros % step) - (STEPS / 2) * step).iso;
  const to = addSeconds(from, STEPS * STEP_SECONDS);
  const rows = await db.execute<{
    start: string | null;
    failures: number;
    runs: number;
    tenants: number;
    without_run: number;
    without_tenant: number;
  }>(sql`
    select start, count(*)::int as failures, count(distinct run_id)::int as runs,
      count(distinct tenant)::int as tenants,
      (count(*) - count(run_id))::int as without_run, (count(*) - count(tenant))::int as without_tenant
    from (
      select date_bin('5 minutes', ${events.occurred_at}, ${from}::timestamptz) as start, ${events.run_id},
        ${events.tenant}
      from ${events}
      where ${and(within(events.occurred_at, from, to), eq(events.code, of.code), confine(confinement, events))}
    ) as around
    group by grouping sets ((start), ())`);
  const total = rows.find(({ start }) => start === null);
  const failures = new Map(rows.map((row) => [row.start && instantFromPostgres(row.start), row.failures]));
  const starts = Array.from({ length: STEPS }, (_, index) => addSeconds(from, index * STEP_SECONDS));
  return {
    code: of.code,
    from,
    to,
    failures: total?.failures ?? 0,
    runs: total?.runs ?? 0,
    tenants: total?.tenants ?? 0,
    without_run: total?.without_run ?? 0,
    without_tenant: total?.without_tenant ?? 0,
    points: starts.map((start) => [start, failures.get(start) ?? 0]),
  };
}
