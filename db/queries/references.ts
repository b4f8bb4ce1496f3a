import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import { events } from "@/db/schema/events";
import { frames } from "@/db/schema/frames";
import { quarantine } from "@/db/schema/quarantine";
import { keptFrames } from "@/db/schema/retention";
import { verdicts } from "@/db/schema/verdicts";
import { instantFromPostgres } from "@/domain/instant";
import type { EventFacts, FramesFacts } from "@/domain/occurrences";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

/** A producer that sends one reference for everything must not make a lookup slow. */
const ROWS_PER_REFERENCE = 200;
const NEAR_ROWS = 200;
const NEAR_REFERENCES = 20;

/**
 * The newest events under these exact references. One descent of the primary key per reference and
 * partition; `= any` with an order would sort all rows of a reference that was used a million times.
 */
export async function readEventsOfReferences(
  db: Database,
  references: readonly string[],
  confinement: Confinement,
): Promise<EventFacts[]> {
  const rows = await db.execute<EventFacts>(sql`
    select event.* from unnest(${sql.param(references)}::text[]) as wanted(reference)
    cross join lateral (
      select ${events.source_id}, ${events.event_id}, ${events.reference}, ${events.occurred_at}, ${events.run_id},
        ${events.tool}, ${events.tenant}, ${events.environment}, ${events.service}, ${events.code},
        ${events.class}, ${events.effect}
      from ${events}
      where ${and(sql`${events.reference} = wanted.reference`, confine(confinement, events))}
      order by ${events.occurred_at} desc limit ${ROWS_PER_REFERENCE}
    ) as event`);
  return rows.map((row) => ({ ...row, occurred_at: instantFromPostgres(row.occurred_at) }));
}

/**
 * All frames under these exact references, those of dropped partitions that a case kept among them; not confined:
 * who may see them depends on the event they belong to.
 */
export async function readFramesOfReferences(
  db: Database,
  references: readonly string[],
): Promise<FramesFacts[]> {
  const rows = await db.execute<FramesFacts>(sql`
    select record.* from unnest(${sql.param(references)}::text[]) as wanted(reference)
    cross join lateral (
      (${framesOf(frames)}) union all (${framesOf(keptFrames)})
    ) as record`);
  return rows.map((row) => ({ ...row, captured_at: instantFromPostgres(row.captured_at) }));
}

function framesOf(table: typeof frames | typeof keptFrames): SQL {
  return sql`
    select ${table.frames_id}, ${table.reference}, ${table.event_id}, ${table.captured_at}, ${table.tool},
      ${table.tenant}, ${table.environment}, ${table.service}
    from ${table} where ${table.reference} = wanted.reference
    order by ${table.captured_at} desc limit ${ROWS_PER_REFERENCE}`;
}

/** References with one of these skeletons, of events and frames the caller may see. */
export function findBySkeletons(
  db: Database,
  skeletons: readonly string[],
  confinement: Confinement,
): Promise<string[]> {
  return findNear(db, confinement, (skeleton) => sql`${skeleton} = any(${sql.param(skeletons)}::text[])`);
}

/** References whose skeleton begins so: a range on the index, never LIKE, for which `_` is a wildcard. */
export function findByPrefix(db: Database, prefix: string, confinement: Confinement): Promise<string[]> {
  const end = `${prefix}\u{10FFFF}`;
  return findNear(
    db,
    confinement,
    (skeleton) => sql`${skeleton} >= ${prefix}::text and ${skeleton} < ${end}::text`,
  );
}

type Near = { reference: string; rows: number };

/**
 * Reads a few rows at a time and then only those of other references, so that one which was used a thousand
 * times hides nobody. Each round that goes on has found one more, so there are at most `NEAR_REFERENCES`.
 */
async function findNear(
  db: Database,
  confinement: Confinement,
  condition: (skeleton: SQL) => SQL,
): Promise<string[]> {
  const near = async (table: typeof events | typeof frames) => {
    const found: string[] = [];
    for (let more = true; more && found.length < NEAR_REFERENCES; ) {
      const others = sql`${table.reference} <> all(${sql.param(found)}::text[])`;
      const where = and(condition(sql`${table.skeleton}`), others, confine(confinement, table));
      const rows = await db.execute<Near>(sql`
        select reference, count(*)::int as rows from (
          select ${table.reference} from ${table} where ${where} limit ${NEAR_ROWS}
        ) as row group by reference`);
      found.push(...rows.map(({ reference }) => reference));
      more = rows.reduce((sum, row) => sum + row.rows, 0) === NEAR_ROWS;
    }
    return found;
  };
  const found = await Promise.all([near(events), near(frames)]);
  return [...new Set(found.flat())].sort().slice(0, NEAR_REFERENCES);
}

export type RejectedReference = {
  reference: string;
  door: string;
  reason: string;
  detail: string;
  received_at: string;
};

/** What was refused under one of these references, newest first; never its payload. */
export async function readRejections(
  db: Database,
  wanted: { references: readonly string[]; skeletons: readonly string[] },
  confinement: Confinement,
): Promise<RejectedReference[]> {
  const rows = await db.execute<RejectedReference>(sql`
    select ${quarantine.reference}, ${quarantine.door}, ${quarantine.reason}, ${quarantine.detail},
      ${quarantine.last_received_at} as received_at
    from ${quarantine}
    where ${and(
      sql`(${quarantine.reference} = any(${sql.param(wanted.references)}::text[])
        or ${quarantine.skeleton} = any(${sql.param(wanted.skeletons)}::text[]))`,
      confine(confinement, quarantine),
    )}
    order by ${quarantine.last_received_at} desc limit ${NEAR_REFERENCES}`);
  return rows.map((row) => ({ ...row, received_at: instantFromPostgres(row.received_at) }));
}

export type CaseOfEvent = {
  event_id: string;
  source_id: number | null;
  case_id: string;
  state: "open" | "awaiting_second" | "settled";
  verdict: "committed" | "absent" | "compensated" | "undeterminable" | null;
  settled_at: string | null;
  /** The people and keys who opened it. */
  reporter_ids: string[];
};

/**
 * The cases that these events are attempts of. Not confined by itself: an attempt lies where its event does,
 * and the events were read under the caller's confinement.
 */
export async function readCasesOfEvents(
  db: Database,
  of: readonly Pick<EventFacts, "source_id" | "event_id">[],
): Promise<CaseOfEvent[]> {
  if (of.length === 0) return [];
  const ids = [...new Set(of.map(({ event_id }) => event_id))];
  const rows = await db.execute<CaseOfEvent>(sql`
    select ${attempts.event_id}, ${attempts.source_id}, ${cases.case_id}, ${cases.state}, ${verdicts.verdict},
      ${cases.settled_at}, ${cases.reporter_ids}
    from ${attempts} join ${cases} using (case_id)
    left join ${verdicts} on ${verdicts.verdict_id} = ${cases.verdict_id}
    where ${attempts.event_id} = any(${sql.param(ids)}::text[]) and ${attempts.unreadable} is null`);
  return rows
    .filter((row) => of.some((one) => one.event_id === row.event_id && one.source_id === row.source_id))
    .map((row) => ({ ...row, settled_at: row.settled_at && instantFromPostgres(row.settled_at) }));
}
