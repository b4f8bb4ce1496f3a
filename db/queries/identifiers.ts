import { and, desc, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import type { CaseScope } from "@/domain/case-scope";
import { instantFromPostgres } from "@/domain/instant";
import type { EventFacts } from "@/domain/occurrences";
import type { Confinement } from "@/domain/permissions";
import { withinScope } from "./case-scope";
import { confineText } from "./confined-text";
import { IS_OUTLIVED } from "./outlived-events";
import { wantedTexts } from "./wanted-texts";

export const ROWS_PER_IDENTIFIER = 200;

export type IdentifierKind = "trace_id" | "run_id" | "call_id" | "idempotency_key";
/** `named`: which of the values that were asked for it carries. */
export type IdentifiedEvent = EventFacts & { found_by: IdentifierKind; named: string };

/** How each is indexed (`db/schema/events.ts`): runs by text, the others by 64 bits of it, which are compared first. */
const CONDITIONS: Readonly<Record<IdentifierKind, string>> = {
  run_id: "e.run_id = wanted.value",
  trace_id: hashed("e.trace_id"),
  call_id: hashed("e.call_id"),
  idempotency_key: hashed("e.idempotency_key"),
};

/**
 * The two bounds say nothing new: of an index on an expression which is partial PostgreSQL keeps no figures, so that it
 * takes one row in two hundred for equal, and would rather read and sort them all than follow the index.
 */
function hashed(column: string): string {
  const [own, wanted] = [`hashtextextended(${column}, 0)`, "hashtextextended(wanted.value, 0)"];
  return `${own} = ${wanted} and ${own} >= ${wanted} and ${own} <= ${wanted} and ${column} = wanted.value`;
}

const NEWEST_ATTEMPTS = `order by a.occurred_at desc limit ${ROWS_PER_IDENTIFIER}`;

const ATTEMPTS = "attempts a join cases c on c.case_id = a.case_id where a.unreadable is null and";

/**
 * Where the attempts stand that cases keep of them (`db/schema/attempts.ts`): those of a key by its cases, a few of each.
 * A trace stands in their snapshots only, which no index reads.
 */
const KEPT: Readonly<Record<Exclude<IdentifierKind, "trace_id">, string>> = {
  run_id: `${ATTEMPTS} ${hashed("a.run_id")}`,
  call_id: `${ATTEMPTS} ${hashed("a.call_id")}`,
  idempotency_key: `cases c cross join lateral (
    select * from attempts a where a.case_id = c.case_id and a.unreadable is null ${NEWEST_ATTEMPTS}
  ) as a where c.idempotency_key = wanted.value`,
};

/**
 * The newest events of these traces, runs, calls and keys, and those that retention dropped while a case keeps them.
 * Each index ends with the time, so the newest are read first and no more than they: a producer that sends one run for
 * everything costs no more than others.
 */
export async function findByIdentifiers(
  db: Database,
  values: readonly string[],
  confinement: Confinement,
): Promise<IdentifiedEvent[]> {
  const { condition, parameters } = confineText(confinement, "e", 2);
  const { condition: ofCase } = confineText(confinement, "c", 2);
  const rows = await runNamed<IdentifiedEvent>(db, identified(condition, ofCase), [
    JSON.stringify(values),
    ...parameters,
  ]);
  return rows.map((row) => ({ ...row, occurred_at: instantFromPostgres(row.occurred_at) }));
}

const identified = (confined: string, ofCase: string) => `
  select wanted.value as named, found.* from ${wantedTexts("$1", "wanted", "value")} cross join lateral (
    ${Object.entries(CONDITIONS)
      .map(([kind, condition]) => storedBy(kind, `${condition}${confined}`))
      .join(" union all ")}
    union all
    select a.found_by, a.source_id, a.event_id::uuid, a.reference, a.occurred_at, a.run_id, a.tool, a.tenant,
      a.environment, a.service, a.code, a.class, a.effect
    from (${Object.entries(KEPT)
      .map(([kind, from]) => keptBy(kind, `${from}${ofCase}`))
      .join(" union all ")}) as a where ${IS_OUTLIVED}
  ) as found`;

const storedBy = (kind: string, condition: string) => `(
      select '${kind}' as found_by, e.source_id, e.event_id, e.reference, e.occurred_at, e.run_id, e.tool, e.tenant,
        e.environment, e.service, e.code, e.class, e.effect
      from events e where ${condition}
      order by e.occurred_at desc limit ${ROWS_PER_IDENTIFIER})`;

/** Whether an event is gone is asked of the newest only: if it is not among them, others are that are newer. */
const keptBy = (kind: string, from: string) => `(
      select '${kind}' as found_by, a.source_id, a.event_id, a.reference, a.occurred_at, a.run_id, a.tool, c.tenant,
        c.environment, c.service, a.code, a.class, a.effect, a.unreadable
      from ${from} ${NEWEST_ATTEMPTS})`;

export type NamedCase = Pick<typeof cases.$inferSelect, "case_id" | "tool" | "state" | "opened_at">;

/** These cases, of those the caller may see, the newest first; whether or not any event is known of them. */
export async function readNamedCases(
  db: Database,
  case_ids: readonly string[],
  scope: CaseScope,
): Promise<NamedCase[]> {
  const { case_id, tool, state, opened_at } = cases;
  return db
    .select({ case_id, tool, state, opened_at })
    .from(cases)
    .where(and(sql`${case_id} = any(${sql.param(case_ids)}::uuid[])`, withinScope(scope)))
    .orderBy(desc(opened_at));
}

/** The events that cases are made of, of the cases the caller may see: those they opened, for support. */
export async function readEventsOfCases(
  db: Database,
  case_ids: readonly string[],
  scope: CaseScope,
): Promise<{ reference: string; event_id: string; source_id: number | null }[]> {
  return db
    .select({
      reference: sql<string>`${attempts.reference}`,
      event_id: sql<string>`${attempts.event_id}`,
      source_id: attempts.source_id,
    })
    .from(attempts)
    .innerJoin(cases, sql`${cases.case_id} = ${attempts.case_id}`)
    .where(
      sql`${cases.case_id} = any(${sql.param(case_ids)}::uuid[]) and ${attempts.reference} is not null
        and ${attempts.event_id} is not null and ${attempts.unreadable} is null and ${withinScope(scope) ?? sql`true`}`,
    )
    .orderBy(sql`${attempts.occurred_at} desc`)
    .limit(ROWS_PER_IDENTIFIER);
}
