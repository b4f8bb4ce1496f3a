import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { EventClass } from "@/domain/event-class";
import { CODE_SHAPES, GROUP_KINDS } from "@/domain/unmapped-group";
import { instant } from "./instant";

/** Unmapped failures that one mapping would take away together (docs/decisions/0114-what-to-map-next.md). */
export const unmappedGroups = pgTable(
  "unmapped_groups",
  {
    /** A digest of what makes the group: long parts do not fit into an index. */
    group_id: uuid().primaryKey(),
    kind: text({ enum: GROUP_KINDS }).notNull(),
    tool: text().notNull(),
    /** Of its frames, for kind `frames`; type and frame as people read them are for who may see frames. */
    fingerprint: bigint({ mode: "bigint" }),
    exception_type: text(),
    top_frame: text(),
    language: text(),
    /** What is known without frames, for kind `plain`. */
    code: text(),
    class: text().$type<EventClass>(),
    /** What was sent in the place of a code, for kind `malformed`. */
    shape: text({ enum: CODE_SHAPES }),
  },
  (table) => [
    index("unmapped_groups_by_tool").on(table.tool),
    check(
      "unmapped_groups_kind",
      sql`case ${table.kind} when 'frames' then ${table.fingerprint} is not null
        when 'plain' then ${table.code} is not null and ${table.class} is not null
        when 'malformed' then ${table.shape} is not null else false end`,
    ),
  ],
);

/** Failures of each group by hour; made anew from events and frames. */
export const unmappedHours = pgTable(
  "unmapped_hours",
  {
    hour: instant().notNull(),
    group_id: uuid().notNull(),
    class: text().$type<EventClass>().notNull(),
    tenant: text(),
    environment: text(),
    service: text(),
    release: text(),
    events: integer().notNull(),
    /** Those that invite a repeat and carry no idempotency key: a bet, if the tool writes. */
    unsafe: integer().notNull(),
    first_seen_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    /** The newest of them. */
    example_reference: text().notNull(),
    example_event_id: text().notNull(),
  },
  (table) => [
    index("unmapped_hours_by_hour").on(table.hour),
    index("unmapped_hours_by_group").on(table.group_id, table.hour),
    check(
      "unmapped_hours_events",
      sql`${table.events} > 0 and ${table.unsafe} between 0 and ${table.events}`,
    ),
  ],
);

/** That people gave a group a code, and since which release; taken back, the row is gone and the audit keeps it. */
export const groupMarks = pgTable(
  "group_marks",
  {
    group_id: uuid().primaryKey(),
    code: text().notNull(),
    /** Null: from the moment it was marked. */
    release: text(),
    marked_at: instant().notNull(),
    marked_by: text().notNull(),
  },
  (table) => [check("group_marks_code", sql`${table.code} ~ '^[a-z][a-z0-9_.]{0,99}$'`)],
);
