import { sql } from "drizzle-orm";
import { bigint, check, index, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ATTEMPT_FINDINGS } from "@/domain/attempt-finding";
import { EFFECTS } from "@/domain/effect";
import { cases } from "./cases";
import { instant } from "./instant";

/** What was tried, copied from the event with a snapshot of it, so that a case outlives retention. */
export const attempts = pgTable(
  "attempts",
  {
    attempt_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    /** A digest of the event's identity: an event is an attempt of one case, once. */
    identity: text().notNull().unique(),
    /** Null where a person reported it. */
    source_id: integer(),
    event_id: text(),
    reference: text(),
    occurred_at: instant().notNull(),
    received_at: instant().notNull(),
    tool: text(),
    code: text().notNull(),
    class: text().notNull(),
    effect: text({ enum: EFFECTS }),
    run_id: text(),
    call_id: text(),
    arguments_hash: text(),
    /** Why the item could not be read, or that it conflicts with what was stored. */
    unreadable: text(),
    snapshot: json().notNull(),
    /** What a person found of this one attempt, where attempts of one intent went different ways. */
    found: text({ enum: ATTEMPT_FINDINGS }),
    found_external_id: text(),
    found_note: text(),
    found_by: text(),
    found_by_id: text(),
    found_at: instant(),
  },
  (table) => [
    index("attempts_by_case").on(table.case_id, table.occurred_at),
    index("attempts_by_event").on(table.event_id),
    index("attempts_by_reference").on(table.reference.op("text_pattern_ops")),
    // As those of events are (docs/decisions/0091), for what outlives its event.
    index("attempts_by_run")
      .on(sql`hashtextextended(run_id, 0)`, table.occurred_at)
      .where(sql`run_id is not null`),
    index("attempts_by_call")
      .on(sql`hashtextextended(call_id, 0)`, table.occurred_at)
      .where(sql`call_id is not null`),
    check("attempts_found", sql`${table.found} in ('committed', 'absent', 'compensated', 'undeterminable')`),
    check(
      "attempts_finding_is_whole",
      sql`num_nonnulls(${table.found}, ${table.found_by}, ${table.found_by_id}, ${table.found_at}) in (0, 4)`,
    ),
    check("attempts_effect", sql`${table.effect} in ('absent', 'committed', 'unknown')`),
  ],
);
