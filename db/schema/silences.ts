import { sql } from "drizzle-orm";
import { check, index, integer, json, pgTable, text, unique } from "drizzle-orm/pg-core";
import { SILENCE_STATES, type SilenceEvidence } from "@/domain/silence-states";
import { instant } from "./instant";

/**
 * Codes that have gone silent by their own rhythm, and what is known of it. Two levels, as rollups have them: `full` over
 * all tenants, and `tenant` for people who may see only some.
 */
export const silences = pgTable(
  "silences",
  {
    silence_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    level: text({ enum: ["full", "tenant"] }).notNull(),
    tool: text().notNull(),
    code: text().notNull(),
    service: text(),
    environment: text(),
    tenant: text(),
    state: text({ enum: SILENCE_STATES }).notNull(),
    /** The end of the last quarter hour in which it was seen. */
    since: instant().notNull(),
    noticed_at: instant().notNull(),
    judged_at: instant().notNull(),
    returned_at: instant(),
    release: text(),
    released_at: instant(),
    release_url: text(),
    evidence: json().$type<SilenceEvidence>().notNull(),
  },
  (table) => [
    unique("silences_of")
      .on(table.level, table.tool, table.code, table.service, table.environment, table.tenant)
      .nullsNotDistinct(),
    index("silences_by_since").on(table.level, table.since, table.silence_id),
    check("silences_level_known", sql`${table.level} in ('full', 'tenant')`),
    check("silences_tenant_level", sql`${table.level} = 'tenant' or ${table.tenant} is null`),
    check(
      "silences_state_known",
      sql`${table.state} in ('hidden', 'unexplained', 'producer_stopped', 'fixed', 'no_traffic', 'returned')`,
    ),
    check("silences_returned", sql`(${table.state} = 'returned') = (${table.returned_at} is not null)`),
  ],
);

/** When silences were last judged; one row. */
export const silenceRuns = pgTable(
  "silence_runs",
  { run: integer().primaryKey().default(1), judged_at: instant().notNull() },
  (table) => [check("silence_runs_one", sql`${table.run} = 1`)],
);
