import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { QUARANTINE_STATES } from "@/domain/replay";
import { bytewiseText } from "./events";
import { instant } from "./instant";

/** What was rejected or conflicted at a door, with its reason and scrubbed payload: nothing sent is lost. */
export const quarantine = pgTable(
  "quarantine",
  {
    quarantine_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    source_id: integer().notNull(),
    door: text().notNull(),
    reason: text().notNull(),
    field: text(),
    detail: text().notNull(),
    reference: bytewiseText(),
    skeleton: bytewiseText(),
    tool: text(),
    tenant: text(),
    environment: text(),
    service: text(),
    event_id: uuid(),
    payload: text().notNull(),
    content_hash: bigint({ mode: "bigint" }).notNull(),
    says_unknown: boolean().notNull(),
    received_at: instant().notNull(),
    last_received_at: instant().notNull(),
    times: integer().notNull(),
    /** Whether the payload was longer than what is kept: then it cannot be sent again. */
    cut: boolean().notNull().default(false),
    /** Whether NUL or lone surrogates were replaced in it: what it becomes says so. */
    sanitized: boolean().notNull().default(false),
    state: text({ enum: QUARANTINE_STATES }).notNull().default("open"),
    decided_at: instant(),
    decided_by: text(),
    decided_by_id: text(),
    /** The event, record or report it became. */
    replayed_as: text(),
    note: text(),
    /** What the case of its unknown effect is told apart by (`attempts`); null when it opened none. */
    lone_event: text(),
  },
  (table) => [
    unique("quarantine_item").on(table.source_id, table.door, table.reason, table.content_hash),
    index("quarantine_by_reference").on(table.reference),
    index("quarantine_by_skeleton").on(table.skeleton),
    index("quarantine_by_time").on(table.received_at),
    index("quarantine_open").on(table.last_received_at, table.quarantine_id).where(sql`state = 'open'`),
    index("quarantine_by_last").on(table.last_received_at, table.quarantine_id),
    check("quarantine_state", sql`${table.state} in ('open', 'replayed', 'dismissed')`),
    check(
      "quarantine_decided",
      sql`(${table.state} = 'open') = (${table.decided_at} is null) and num_nonnulls(${table.decided_at}, ${table.decided_by}, ${table.decided_by_id}) in (0, 3)`,
    ),
    check("quarantine_times", sql`${table.times} >= 1`),
  ],
);
