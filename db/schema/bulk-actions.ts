import { sql } from "drizzle-orm";
import { check, index, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { BULK_KINDS, BULK_STATES, type BulkParameters } from "@/domain/bulk";
import { instant } from "./instant";

/** One action over a set of cases that was frozen when it was asked for. */
export const bulkActions = pgTable(
  "bulk_actions",
  {
    bulk_id: uuid().primaryKey(),
    kind: text({ enum: BULK_KINDS }).notNull(),
    parameters: json().$type<BulkParameters>().notNull(),
    /** `frozen` until its exact number is confirmed; then it runs to its end, or is stopped. */
    state: text({ enum: BULK_STATES }).notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** How the set was chosen, for people to read again. */
    chosen_by: json().notNull(),
    by_kind: text({ enum: ["person", "key"] }).notNull(),
    by_id: text().notNull(),
    by: text().notNull(),
    created_at: instant().notNull(),
    started_at: instant(),
    finished_at: instant(),
    /** A process works on it until then; after a crash another goes on. */
    taken_until: instant(),
  },
  (table) => [
    index("bulk_actions_running").on(table.started_at).where(sql`state = 'running'`),
    index("bulk_actions_by").on(table.by_id, table.created_at),
    check("bulk_actions_state", sql`${table.state} in ('frozen', 'running', 'done', 'stopped')`),
    check("bulk_actions_started", sql`(${table.state} = 'frozen') = (${table.started_at} is null)`),
    check(
      "bulk_actions_counts",
      sql`${table.done} >= 0 and ${table.skipped} >= 0 and ${table.failed} >= 0 and ${table.done} + ${table.skipped} + ${table.failed} <= ${table.total}`,
    ),
    check(
      "bulk_actions_add_up",
      sql`(${table.finished_at} is null) = (${table.state} in ('frozen', 'running')) and (${table.state} not in ('done', 'stopped') or ${table.done} + ${table.skipped} + ${table.failed} = ${table.total})`,
    ),
  ],
);
