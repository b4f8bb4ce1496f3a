import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Confinement } from "@/domain/permissions";

/** Where a table keeps each part; `null` for a part it does not have, which is then outside if confined. */
export type ConfinedColumns = {
  tenant: Column | SQL | null;
  environment: Column | SQL | null;
  service: Column | SQL | null;
};

/**
 * The condition that every read of tenant data carries: `= any($1)` for each confined part, so one plan
 * serves every list. A row whose part is null is outside a confinement on that part, as in `isInside`.
 * Undefined when nothing is confined, which `and(…)` and `where(…)` take as no condition.
 */
export function confine(confinement: Confinement, columns: ConfinedColumns): SQL | undefined {
  return and(
    within(confinement.tenants, columns.tenant),
    within(confinement.environments, columns.environment),
    within(confinement.services, columns.service),
  );
}

function within(allowed: string[] | null, column: Column | SQL | null): SQL | undefined {
  if (allowed === null) return undefined;
  if (column === null) return sql`false`;
  return sql`${column} = any(${sql.param(allowed)}::text[])`;
}

/**
 * The condition for rows that themselves carry a confinement (people): theirs must lie within this one,
 * so that a confined admin neither sees nor changes somebody who may see more. The rule of `isNarrower`.
 */
export function confineGrants(
  confinement: Confinement,
  columns: { tenants: Column; environments: Column; services: Column },
): SQL | undefined {
  const narrower = (allowed: string[] | null, column: Column) =>
    allowed === null ? undefined : sql`${column} <@ ${sql.param(allowed)}::text[]`;
  return and(
    narrower(confinement.tenants, columns.tenants),
    narrower(confinement.environments, columns.environments),
    narrower(confinement.services, columns.services),
  );
}

/** The condition for rows that themselves carry a confinement (people): theirs is this one, in any order. */
export function confinedAlike(
  confinement: Confinement,
  columns: { tenants: Column; environments: Column; services: Column },
): SQL | undefined {
  const alike = (allowed: string[] | null, column: Column) => {
    if (allowed === null) return sql`${column} is null`;
    const list = sql`${sql.param(allowed)}::text[]`;
    return sql`(${column} <@ ${list} and ${column} @> ${list})`;
  };
  return and(
    alike(confinement.tenants, columns.tenants),
    alike(confinement.environments, columns.environments),
    alike(confinement.services, columns.services),
  );
}
