import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Effect } from "@/domain/effect";
import type { EventClass } from "@/domain/event-class";
import { instant } from "./instant";

/** Byte order, so that a prefix search is a range on the index whatever the database's locale. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * One row per failed call; immutable. Partitioned by `occurred_at`; the shard key (`reference`) and the
 * partition key are part of the identity (DESIGN 4, 13). What is never filtered on lives in `body`, JSON as
 * text: kept as sent, integers beyond 2^53 included.
 */
export const events = pgTable(
  "events",
  {
    source_id: integer().notNull(),
    event_id: uuid().notNull(),
    reference: bytewiseText().notNull(),
    occurred_at: instant().notNull(),
    received_at: instant().notNull(),
    /** 64 bits over the item as sent, before scrubbing and aliases: tells a duplicate from a conflict. */
    content_hash: bigint({ mode: "bigint" }).notNull(),
    skeleton: bytewiseText().notNull(),
    tool: text().notNull(),
    code: text().notNull(),
    class: text().$type<EventClass>().notNull(),
    effect: text().$type<Effect>(),
    unmapped: boolean().notNull(),
    retryable: boolean(),
    idempotency_key: text(),
    arguments_hash: text(),
    attempt: integer(),
    turn: integer(),
    run_id: text(),
    call_id: text(),
    trace_id: text(),
    span_id: text(),
    tenant: text(),
    environment: text(),
    service: text(),
    release: text(),
    /** `malformed_code`, `sanitized`, `skewed`, `message_cut`, `scrubbed`. */
    marks: text().array().notNull(),
    /** JSON: message, user_message, field, received, permitted, precondition, hint, retry_after, attributes, code_sent, class_sent, effect_sent. */
    body: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reference, table.occurred_at, table.event_id, table.source_id] }),
    index("events_by_time").on(table.occurred_at, table.event_id),
    index("events_by_skeleton").on(table.skeleton),
    // With the time, so that the newest of a run are read without its oldest. The others by 64 bits: half the size of
    // their texts, and the same order under every locale; whoever searches compares the text as well.
    index("events_by_run").on(table.run_id, table.occurred_at).where(sql`run_id is not null`),
    index("events_by_trace")
      .on(sql`hashtextextended(trace_id, 0)`, table.occurred_at)
      .where(sql`trace_id is not null`),
    index("events_by_call")
      .on(sql`hashtextextended(call_id, 0)`, table.occurred_at)
      .where(sql`call_id is not null`),
    index("events_by_key")
      .on(sql`hashtextextended(idempotency_key, 0)`, table.occurred_at)
      .where(sql`idempotency_key is not null`),
    check("events_effect_known", sql`${table.effect} in ('absent', 'committed', 'unknown')`),
    check(
      "events_class_known",
      sql`${table.class} in ('validation', 'authorization', 'not_found', 'transient', 'system', 'semantic', 'unclassified')`,
    ),
    check("events_reference_not_blank", sql`${table.reference} <> ''`),
  ],
);
