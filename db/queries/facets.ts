import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { series } from "@/db/schema/series";
import { failingCallers } from "@/db/schema/summed-days";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

export const FACETS = ["service", "environment", "tenant", "tool", "code", "release"] as const;
export type Facet = (typeof FACETS)[number];

/** Enough for a select; who has more types it. */
const VALUES_MAX = 1_000;

/**
 * The values that were ever counted, as far as the caller may see them. Only the `tenant` level of the series knows every
 * dimension, and it is many times as long as `full`: who sees all tenants reads those from who ever failed.
 */
export async function readFacets(db: Database, confinement: Confinement): Promise<Record<Facet, string[]>> {
  const isWide = confinement.tenants === null;
  const values = (facet: Facet): SQL => {
    const table = sql.raw(isWide && facet === "tenant" ? "callers" : "visible");
    return sql`(select coalesce(array_agg(value order by value), '{}') from (
      select distinct ${sql.identifier(facet)} as value from ${table}
      where ${sql.identifier(facet)} is not null order by 1 limit ${VALUES_MAX}) as facet) as ${sql.identifier(facet)}`;
  };
  const of = isWide ? { ...series, tenant: null } : series;
  const visible = and(eq(series.level, isWide ? "full" : "tenant"), confine(confinement, of));
  const columns = FACETS.map((facet) => series[facet]);
  const [row] = await db.execute<Record<Facet, string[]>>(sql`
    with visible as materialized (select ${sql.join(columns, sql`, `)} from ${series} where ${visible}),
      callers as materialized (
        select tenant from ${failingCallers} where ${confine(confinement, failingCallers) ?? sql`true`}
      )
    select ${sql.join(FACETS.map(values), sql`, `)}`);
  return row ?? { service: [], environment: [], tenant: [], tool: [], code: [], release: [] };
}
