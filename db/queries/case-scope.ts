import { and, eq, type SQL, sql } from "drizzle-orm";
import { cases } from "@/db/schema/cases";
import type { CaseScope } from "@/domain/case-scope";
import { confine } from "./confinement";

/** The condition every statement on cases carries for its caller. */
export function withinScope(scope: CaseScope): SQL | undefined {
  return and(confine(scope.confinement, cases), within(scope.reach));
}

/** One case, if the scope reaches it: the condition for what works on any number. */
export function thisCase(scope: CaseScope, case_id: string): SQL | undefined {
  return and(eq(cases.case_id, case_id), withinScope(scope));
}

function within(reach: CaseScope["reach"]): SQL | undefined {
  if (reach === "all") return undefined;
  return reach === "none" ? sql`false` : sql`${cases.reporter_ids} @> array[${reach.own}]::text[]`;
}
