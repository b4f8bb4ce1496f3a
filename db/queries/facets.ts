import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { series } from "@/db/schema/series";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

export const FACETS = ["service", "environment", "tenant", "tool", "code", "release"] as const;
export type Facet = (typeof FACETS)[number];

/** Enough for a select; who has more types it. */
const VALUES_MAX = 1_000;

/**
 * The values that were ever counted, as far as the caller may see them. Read from the `tenant` level, the
 * only one that knows every dimension; series are few, so one scan serves all facets.
 */
export async function readFacets(db: Database, confinement: Confinement): Promise<Record<Facet, string[]>> {
  const values = (facet: Facet): SQL =>
    sql`(select coalesce(array_agg(value order by value), '{}') from (
      select distinct ${sql.identifier(facet)} as value from visible
      where ${sql.identifier(facet)} is not null order by 1 limit ${VALUES_MAX}) as facet) as ${sql.identifier(facet)}`;
  const [row] = await db.execute<Record<Facet, string[]>>(sql`
    with visible as materialized (
      select ${sql.join(
        FACETS.map((facet) => series[facet]),
        sql`, `,
      )} from ${series}
      where ${and(eq(series.level, "tenant"), confine(confinement, series))}
    )
    select ${sql.join(FACETS.map(values), sql`, `)}`);
  return row ?? { service: [], environment: [], tenant: [], tool: [], code: [], release: [] };
}
