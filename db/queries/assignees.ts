import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { people } from "@/db/schema/people";
import type { CaseScope } from "@/domain/case-scope";
import { type Confinement, ROLE_CAPABILITIES, ROLES } from "@/domain/permissions";
import { withinScope } from "./case-scope";

const MOST = 50;
const WORKING_ROLES = ROLES.filter((role) => ROLE_CAPABILITIES[role].includes("cases.work"));

/** Somebody who can sign in and may work on cases. Names its columns in full, so that it stands beside `cases`. */
export const mayWork: SQL = sql`people.disabled_at is null
  and people.roles && ${sql.param(WORKING_ROLES)}::text[]
  and exists (select from accounts where accounts.person_id = people.id)`;

/** Whether the person's confinement reaches the case; the rule of `confine`. */
export const seesCase: SQL = sql`(people.tenants is null or cases.tenant = any(people.tenants))
  and (people.environments is null or cases.environment = any(people.environments))
  and (people.services is null or cases.service = any(people.services))`;

export type AssigneeQuery = {
  scope: CaseScope;
  /** A part of the name. */
  q: string | null;
  /** Only those who see this case. */
  case_id?: string | undefined;
};

/** Who may be asked to see to a case, by name, at most 50: of people who see nothing in common nobody is named. */
export function listAssigneeRows(
  db: Database,
  { scope, q, case_id }: AssigneeQuery,
): Promise<{ person_id: string; name: string }[]> {
  const reached =
    case_id === undefined
      ? overlaps(scope.confinement)
      : sql`exists (select from cases where ${and(eq(cases.case_id, case_id), withinScope(scope), seesCase)})`;
  return db
    .select({ person_id: people.id, name: people.name })
    .from(people)
    .where(and(mayWork, reached, q === null ? undefined : isNamed(q)))
    .orderBy(asc(people.name), asc(people.id))
    .limit(MOST);
}

const isNamed = (q: string): SQL => sql`position(lower(${q}::text) in lower(${people.name})) > 0`;

function overlaps(confinement: Confinement): SQL | undefined {
  const shared = (allowed: string[] | null, column: PgColumn) =>
    allowed === null ? undefined : sql`(${column} is null or ${column} && ${sql.param(allowed)}::text[])`;
  return and(
    shared(confinement.tenants, people.tenants),
    shared(confinement.environments, people.environments),
    shared(confinement.services, people.services),
  );
}
