import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { CASE_FLAGS, CASE_STATES, REOPENED_BECAUSE } from "@/domain/case-rules";
import { instant } from "./instant";

/**
 * One row per intent and life of its key, for ever; a settled one is reopened, never replaced. Which rows
 * are one intent is decided by `intent_hash` (docs/decisions/0010): five texts of up to 255 characters do
 * not fit a btree row in every alphabet, and one bad string must not sink its batch.
 * `cases_verdict_is_its_own` (written by hand at the end of the first migration) ties `verdict_id` and `proposal_id` to verdicts of this very case.
 */
export const cases = pgTable(
  "cases",
  {
    case_id: uuid().primaryKey(),
    intent_hash: text().notNull(),
    generation: integer().notNull(),
    tenant: text(),
    environment: text(),
    service: text(),
    tool: text(),
    idempotency_key: text(),
    /** What makes the intent one of its own where no key can: the event, the unreadable item, the report. */
    lone_event: text(),
    state: text({ enum: CASE_STATES }).notNull(),
    opening: integer().notNull(),
    flags: text({ enum: CASE_FLAGS }).array().notNull(),
    /** Why it is here, where no attempt says so: what made an item unreadable, what a person reported. */
    reason: text(),
    first_attempt_at: instant().notNull(),
    last_attempt_at: instant().notNull(),
    /** When the key stops protecting a repeat; null without a key. */
    key_expires_at: instant(),
    /** From when an absence seen outside is final: last attempt + `in_flight_seconds`. */
    safe_after: instant().notNull(),
    due_from: instant().notNull(),
    deadline_at: instant().notNull(),
    /** Of the first attempt that had one; another makes the key a reused one. */
    arguments_hash: text(),
    attempt_count: integer().notNull(),
    opened_at: instant().notNull(),
    opened_by: text().notNull(),
    /** The people and keys who reported it: "the cases they opened". */
    reporter_ids: text().array().notNull(),
    reopened_at: instant(),
    reopened_because: text({ enum: REOPENED_BECAUSE }),
    settled_at: instant(),
    /** The verdict that stands. */
    verdict_id: uuid(),
    /** The verdict that waits for a second person. */
    proposal_id: uuid(),
    claimed_by: text(),
    claimed_by_id: text(),
    claimed_at: instant(),
    claim_expires_at: instant(),
    /** The person who is asked to see to it; says nothing about who holds it. */
    assigned_to: text(),
    assigned_to_id: text(),
    assigned_at: instant(),
    /** Out of the open view until then; never past the deadline. */
    snoozed_until: instant(),
    snoozed_by: text(),
    /** Somebody could not settle it and asks for another pair of eyes; take-next passes it to anybody else. */
    escalated_at: instant(),
    escalated_by: text(),
    escalated_by_id: text(),
    /** The deadline that was reminded of, and the one that was told to have passed: a moved one is told again. */
    reminded_deadline_at: instant(),
    overdue_deadline_at: instant(),
    /** When a duty asks the tool's probe next, and how often it did in this opening. Null: as soon as it may. */
    probe_at: instant(),
    probe_tries: integer().notNull().default(0),
    version: integer().notNull(),
  },
  (table) => [
    unique("cases_one_per_intent").on(table.intent_hash, table.generation),
    // Take-next: without it 10 ms at 100k cases once 5,500 held ones stand at the head, with it 2 ms.
    index("cases_unclaimed")
      .on(table.deadline_at, table.case_id)
      .where(sql`state = 'open' and claim_expires_at is null and snoozed_until is null`),
    // One person's own: of 5,500 held cases the count took 5 ms by the index of all claims.
    index("cases_held_by").on(table.claimed_by_id).where(sql`claimed_by_id is not null`),
    index("cases_claimed").on(table.claim_expires_at).where(sql`claim_expires_at is not null`),
    index("cases_unsettled").on(table.deadline_at, table.case_id).where(sql`state <> 'settled'`),
    index("cases_by_deadline").on(table.deadline_at, table.case_id),
    index("cases_settled").on(table.settled_at, table.case_id).where(sql`state = 'settled'`),
    // Few among many: without it their list and count read all that is unsettled.
    index("cases_second").on(table.deadline_at, table.case_id).where(sql`state = 'awaiting_second'`),
    index("cases_assigned")
      .on(table.assigned_to_id, table.deadline_at)
      .where(sql`assigned_to_id is not null`),
    index("cases_snoozed").on(table.snoozed_until).where(sql`snoozed_until is not null`),
    index("cases_undeliverable").on(table.case_id).where(sql`'delivery_failed' = any(flags)`),
    index("cases_escalated").on(table.escalated_at).where(sql`escalated_at is not null`),
    index("cases_untold")
      .on(table.deadline_at)
      .where(sql`state <> 'settled' and overdue_deadline_at is distinct from deadline_at`),
    index("cases_to_probe").on(table.tool, table.probe_at).where(sql`state = 'open'`),
    index("cases_by_opening").on(table.opened_at, table.case_id),
    // By bytes, whatever the database's collation: keys are found by how they begin, too.
    index("cases_by_key").on(table.idempotency_key.op("text_pattern_ops"), table.tool),
    index("cases_by_tool").on(table.tool),
    index("cases_by_reporter").using("gin", table.reporter_ids).where(sql`reporter_ids <> '{}'`),
    check("cases_state", sql`${table.state} in ('open', 'awaiting_second', 'settled')`),
    check("cases_settled_has_verdict", sql`(${table.state} = 'settled') = (${table.verdict_id} is not null)`),
    check("cases_settled_has_time", sql`(${table.state} = 'settled') = (${table.settled_at} is not null)`),
    check(
      "cases_second_has_proposal",
      sql`(${table.state} = 'awaiting_second') = (${table.proposal_id} is not null)`,
    ),
    check(
      "cases_claim_is_whole",
      sql`num_nonnulls(${table.claimed_by}, ${table.claimed_by_id}, ${table.claimed_at}, ${table.claim_expires_at}) in (0, 4)`,
    ),
    check("cases_claim_only_open", sql`${table.claim_expires_at} is null or ${table.state} = 'open'`),
    check("cases_claim_lasts", sql`${table.claim_expires_at} > ${table.claimed_at}`),
    check(
      "cases_counts",
      sql`${table.opening} >= 1 and ${table.generation} >= 1 and ${table.version} >= 1 and ${table.attempt_count} >= 0`,
    ),
    check(
      "cases_flags",
      sql`${table.flags} <@ array['inferred', 'by_hand', 'key_reused', 'no_key', 'unreadable', 'possible_duplicate', 'contradicted', 'delivery_failed']`,
    ),
    check("cases_key_or_lone", sql`${table.idempotency_key} is not null or ${table.lone_event} is not null`),
    check("cases_key_life", sql`(${table.lone_event} is null) = (${table.key_expires_at} is not null)`),
    check("cases_tool_known", sql`${table.tool} is not null or 'unreadable' = any(${table.flags})`),
    check("cases_attempts_in_order", sql`${table.first_attempt_at} <= ${table.last_attempt_at}`),
    check("cases_safe_after_last", sql`${table.safe_after} >= ${table.last_attempt_at}`),
    check(
      "cases_assignment_is_whole",
      sql`num_nonnulls(${table.assigned_to}, ${table.assigned_to_id}, ${table.assigned_at}) in (0, 3)`,
    ),
    check(
      "cases_snooze_only_open",
      sql`${table.snoozed_until} is null or (${table.state} = 'open' and ${table.snoozed_by} is not null and ${table.snoozed_until} <= ${table.deadline_at})`,
    ),
    check(
      "cases_escalation_is_whole",
      sql`num_nonnulls(${table.escalated_at}, ${table.escalated_by}, ${table.escalated_by_id}) in (0, 3)`,
    ),
    check(
      "cases_escalation_only_unsettled",
      sql`${table.escalated_at} is null or ${table.state} <> 'settled'`,
    ),
    check("cases_probe_tries", sql`${table.probe_tries} >= 0`),
    check("cases_reopened", sql`(${table.opening} > 1) = (${table.reopened_at} is not null)`),
  ],
);
