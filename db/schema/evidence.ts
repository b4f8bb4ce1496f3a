import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cases } from "./cases";
import { instant } from "./instant";
import { verdicts } from "./verdicts";

/**
 * What was seen outside, and when. `case_id` is null while it waits for its case or matches several intents.
 * A part that was not named (`any_…`) matches every value; a named one that is null matches "absent" only.
 */
export const evidence = pgTable(
  "evidence",
  {
    evidence_id: uuid().primaryKey(),
    case_id: uuid().references(() => cases.case_id),
    /** The verdict it was given with; null for machine evidence. */
    verdict_id: uuid(),
    tool: text(),
    idempotency_key: text(),
    tenant: text(),
    any_tenant: boolean().notNull(),
    environment: text(),
    any_environment: boolean().notNull(),
    service: text(),
    any_service: boolean().notNull(),
    effect: text({ enum: ["committed", "absent"] }),
    source: text().notNull(),
    kind: text().notNull(),
    external_id: text(),
    url: text(),
    note: text(),
    observed_at: instant().notNull(),
    received_at: instant().notNull(),
    attached_at: instant(),
    by_kind: text({ enum: ["person", "key", "system"] }).notNull(),
    by_id: text().notNull(),
    by: text().notNull(),
    /** Of machine evidence: the same report again counts once. */
    content_hash: text().unique(),
  },
  (table) => [
    index("evidence_by_case").on(table.case_id, table.observed_at),
    index("evidence_by_verdict").on(table.verdict_id),
    // What waits for its case, and what may speak of another case than the one it was attached to.
    index("evidence_possible")
      .on(table.idempotency_key, table.tool)
      .where(sql`case_id is null or any_tenant or any_environment or any_service`),
    foreignKey({
      name: "evidence_verdict_of_same_case",
      columns: [table.verdict_id, table.case_id],
      foreignColumns: [verdicts.verdict_id, verdicts.case_id],
    }),
    check("evidence_effect", sql`${table.effect} in ('committed', 'absent')`),
    check("evidence_attached", sql`(${table.case_id} is null) = (${table.attached_at} is null)`),
    check("evidence_verdict_needs_case", sql`${table.verdict_id} is null or ${table.case_id} is not null`),
    check(
      "evidence_findable",
      sql`${table.case_id} is not null or num_nulls(${table.tool}, ${table.idempotency_key}, ${table.effect}, ${table.content_hash}) = 0`,
    ),
  ],
);
