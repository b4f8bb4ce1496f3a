import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** Who did what; append-only (a trigger, by hand in the first migration), written in the transaction of what it records. */
export const audit = pgTable(
  "audit",
  {
    audit_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().default(sql`clock_timestamp()`),
    actor_kind: text().notNull(),
    actor_id: text().notNull(),
    actor_name: text().notNull(),
    action: text().notNull(),
    subject_kind: text().notNull(),
    subject_id: text().notNull(),
    /** Where the subject belongs, so that confined people read only their part. */
    tenant: text(),
    environment: text(),
    service: text(),
    details: jsonb().notNull().default({}),
  },
  (table) => [
    index("audit_by_actor").on(table.actor_kind, table.actor_id, table.audit_id),
    index("audit_by_subject").on(table.subject_kind, table.subject_id, table.audit_id),
    check("audit_actor_kind", sql`${table.actor_kind} in ('person', 'key', 'system')`),
    check("audit_action", sql`${table.action} ~ '^[a-z][a-z_]*\\.[a-z][a-z_]*$'`),
  ],
);
