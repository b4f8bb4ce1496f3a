import { and, type SQL, sql } from "drizzle-orm";
import { cases } from "@/db/schema/cases";
import type { CaseScope } from "@/domain/case-scope";
import { confine } from "./confinement";

/** The condition every statement on cases carries for its caller. */
export function withinScope(scope: CaseScope): SQL | undefined {
  return and(confine(scope.confinement, cases), within(scope.reach));
}

function within(reach: CaseScope["reach"]): SQL | undefined {
  if (reach === "all") return undefined;
  return reach === "none" ? sql`false` : sql`${cases.reporter_ids} @> array[${reach.own}]::text[]`;
}
