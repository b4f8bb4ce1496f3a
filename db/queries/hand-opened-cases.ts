import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import type { NamedCase } from "./identifiers";

const CASES_MOST = 20;

/**
 * The cases that people opened by hand for these references, the newest first: they have no event that would lead to
 * them. By `attempts_by_reference`.
 */
export async function readHandOpenedCases(
  db: Database,
  references: readonly string[],
  confinement: Confinement,
): Promise<(NamedCase & { reference: string; reporter_ids: string[] })[]> {
  if (references.length === 0) return [];
  const { case_id, tool, state, opened_at, reporter_ids } = cases;
  return db
    .select({
      case_id,
      tool,
      state,
      opened_at,
      reporter_ids,
      reference: sql<string>`min(${attempts.reference})`,
    })
    .from(attempts)
    .innerJoin(cases, eq(cases.case_id, attempts.case_id))
    .where(
      and(
        sql`${attempts.reference} = any(${sql.param(references)}::text[])`,
        isNull(attempts.source_id),
        isNull(attempts.event_id),
        confine(confinement, cases),
      ),
    )
    .groupBy(case_id)
    .orderBy(desc(opened_at), case_id)
    .limit(CASES_MOST);
}
