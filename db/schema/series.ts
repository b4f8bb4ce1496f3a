import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";

/**
 * Interned dimensions of the rollups. Three levels: `overview` (service, environment, class, unmapped),
 * `full` (all but tenant) and `tenant` (all). NULLS NOT DISTINCT keeps one row per combination, and effect
 * null ("not reported") apart from `unknown`.
 */
export const series = pgTable(
  "series",
  {
    series_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    level: text().notNull(),
    service: text(),
    environment: text(),
    class: text().notNull(),
    unmapped: boolean().notNull(),
    tool: text(),
    code: text(),
    effect: text(),
    release: text(),
    tenant: text(),
    /** The source that first sent this combination: the cap is counted per source. */
    first_source_id: integer().notNull(),
  },
  (table) => [
    unique("series_dimensions")
      .on(
        table.level,
        table.service,
        table.environment,
        table.class,
        table.unmapped,
        table.tool,
        table.code,
        table.effect,
        table.release,
        table.tenant,
      )
      .nullsNotDistinct(),
    index("series_by_source").on(table.first_source_id, table.level),
    // A tenant's are few of very many.
    index("series_by_tenant").on(table.tenant),
    check("series_level_known", sql`${table.level} in ('overview', 'full', 'tenant')`),
    check("series_tenant_level", sql`${table.level} = 'tenant' or ${table.tenant} is null`),
    check(
      "series_overview_is_narrow",
      sql`${table.level} <> 'overview' or coalesce(${table.tool}, ${table.code}, ${table.effect}, ${table.release}) is null`,
    ),
  ],
);
