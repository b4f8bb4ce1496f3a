import { sql } from "drizzle-orm";
import { bigint, check, index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { REPLAY_STATES } from "@/domain/replay";
import { instant } from "./instant";
import { quarantine } from "./quarantine";

/** One sending-again of quarantined items, mended by one mapping: a set frozen when it was asked for. */
export const replays = pgTable(
  "replays",
  {
    replay_id: uuid().primaryKey(),
    /** How each item is mended before it is sent again. */
    mapping: json().$type<unknown>().notNull(),
    /** How the set was chosen, for people to read again. */
    chosen_by: json().$type<unknown>().notNull(),
    state: text({ enum: REPLAY_STATES }).notNull(),
    total: integer().notNull(),
    accepted: integer().notNull().default(0),
    duplicate: integer().notNull().default(0),
    conflict: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    /** Decided otherwise meanwhile, or not replayable, or left when it was stopped. */
    skipped: integer().notNull().default(0),
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
    index("replays_running").on(table.started_at).where(sql`state = 'running'`),
    index("replays_by_time").on(table.created_at),
    check("replays_state", sql`${table.state} in ('frozen', 'running', 'done', 'stopped')`),
    check("replays_started", sql`(${table.state} = 'frozen') = (${table.started_at} is null)`),
    check(
      "replays_finished",
      sql`(${table.finished_at} is null) = (${table.state} in ('frozen', 'running'))`,
    ),
    check(
      "replays_add_up",
      sql`least(${table.accepted}, ${table.duplicate}, ${table.conflict}, ${table.rejected}, ${table.skipped}) >= 0 and ${table.accepted} + ${table.duplicate} + ${table.conflict} + ${table.rejected} + ${table.skipped} <= ${table.total} and (${table.state} not in ('done', 'stopped') or ${table.accepted} + ${table.duplicate} + ${table.conflict} + ${table.rejected} + ${table.skipped} = ${table.total})`,
    ),
  ],
);

/** One quarantined item of a frozen set, and what became of it. */
export const replayItems = pgTable(
  "replay_items",
  {
    replay_id: uuid()
      .notNull()
      .references(() => replays.replay_id, { onDelete: "cascade" }),
    position: integer().notNull(),
    quarantine_id: bigint({ mode: "number" })
      .notNull()
      .references(() => quarantine.quarantine_id, { onDelete: "cascade" }),
    outcome: text({ enum: ["accepted", "duplicate", "conflict", "rejected", "skipped"] }),
    /** The code of what is still wrong with it, and its words. */
    code: text(),
    message: text(),
    event_id: text(),
    at: instant(),
  },
  (table) => [
    primaryKey({ name: "replay_items_pk", columns: [table.replay_id, table.position] }),
    index("replay_items_open").on(table.replay_id, table.position).where(sql`outcome is null`),
    index("replay_items_by_item").on(table.quarantine_id),
    check(
      "replay_items_outcome",
      sql`${table.outcome} in ('accepted', 'duplicate', 'conflict', 'rejected', 'skipped')`,
    ),
    check("replay_items_over", sql`(${table.outcome} is null) = (${table.at} is null)`),
  ],
);
