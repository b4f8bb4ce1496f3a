import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cases } from "./cases";
import { instant } from "./instant";

/** Each time the outside was asked about a case, and what it said. */
export const probeRuns = pgTable(
  "probe_runs",
  {
    run_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    opening: integer().notNull(),
    by_kind: text({ enum: ["person", "key", "system"] }).notNull(),
    by_id: text().notNull(),
    by: text().notNull(),
    /** When it was asked: what was seen is as old as that. */
    asked_at: instant().notNull(),
    duration_ms: integer().notNull(),
    outcome: text({ enum: ["committed", "absent", "inconclusive", "failed"] }).notNull(),
    status: integer(),
    /** Why it failed or says nothing: a code of ours. */
    error: text(),
    /** What was found at the rule's path, scrubbed. */
    found: text(),
    evidence_id: uuid(),
  },
  (table) => [
    index("probe_runs_by_case").on(table.case_id, table.run_id),
    check("probe_runs_outcome", sql`${table.outcome} in ('committed', 'absent', 'inconclusive', 'failed')`),
  ],
);
