import { and, type SQL, sql } from "drizzle-orm";
import { cases } from "@/db/schema/cases";
import type { CaseScope } from "@/domain/case-scope";
import { confine } from "./confinement";

/** The condition every statement on cases carries for its caller. */
export function withinScope(scope: CaseScope): SQL | undefined {
  const own =
    scope.reporter_id === null
      ? undefined
      : sql`${cases.reporter_ids} @> array[${scope.reporter_id}]::text[]`;
  return and(confine(scope.confinement, cases), own);
}
