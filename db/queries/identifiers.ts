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

export const ROWS_PER_IDENTIFIER = 200;

export type IdentifierKind = "trace_id" | "run_id" | "call_id" | "idempotency_key";
export type IdentifiedEvent = EventFacts & { found_by: IdentifierKind };

/** How each is indexed (`db/schema/events.ts`): runs by text, the others by 64 bits of it, which are compared first. */
const CONDITIONS: Readonly<Record<IdentifierKind, string>> = {
  run_id: "e.run_id = wanted.value",
  trace_id: hashed("trace_id"),
  call_id: hashed("call_id"),
  idempotency_key: hashed("idempotency_key"),
};

function hashed(column: string): string {
  return `hashtextextended(e.${column}, 0) = hashtextextended(wanted.value, 0) and e.${column} = wanted.value`;
}

/**
 * The newest events of these traces, runs, calls and keys. Each index ends with the time, so the newest are read first
 * and no more than they: a producer that sends one run for everything costs no more than others.
 */
export async function findByIdentifiers(
  db: Database,
  values: readonly string[],
  confinement: Confinement,
): Promise<IdentifiedEvent[]> {
  const { condition, parameters } = confineText(confinement, "e", 2);
  const rows = await runNamed<IdentifiedEvent>(db, identified(condition), [
    JSON.stringify(values),
    ...parameters,
  ]);
  return rows.map((row) => ({ ...row, occurred_at: instantFromPostgres(row.occurred_at) }));
}

const identified = (confined: string) => `
  select found.* from json_array_elements_text($1::text::json) as wanted(value) cross join lateral (
    ${Object.entries(CONDITIONS)
      .map(
        ([kind, condition]) => `(
      select '${kind}' as found_by, e.source_id, e.event_id, e.reference, e.occurred_at, e.run_id, e.tool, e.tenant,
        e.environment, e.service, e.code, e.class, e.effect
      from events e where ${condition}${confined}
      order by e.occurred_at desc limit ${ROWS_PER_IDENTIFIER})`,
      )
      .join(" union all ")}
  ) as found`;

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
