import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { REOPENED_BECAUSE } from "@/domain/case-rules";
import { DIRECTIVES, RETRY_WITH, VERDICTS } from "@/domain/verdict";
import { cases } from "./cases";
import { instant } from "./instant";

/**
 * The answers, one per opening of a case; never changed but for their delivery. `proposed` waits for a
 * second person, `voided` was proposed and lost its ground before anyone saw it.
 */
export const verdicts = pgTable(
  "verdicts",
  {
    verdict_id: uuid().primaryKey(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    opening: integer().notNull(),
    state: text({ enum: ["proposed", "settled", "voided"] }).notNull(),
    verdict: text({ enum: VERDICTS }).notNull(),
    directive: text({ enum: DIRECTIVES }).notNull(),
    retry_with: text({ enum: RETRY_WITH }),
    valid_until: instant(),
    /** When the newest of its evidence was observed. */
    observed_at: instant().notNull(),
    external_id: text(),
    /** Evidence of a commit that the person looked at and says does not speak of this effect. */
    overrules: uuid().array().notNull().default(sql`'{}'`),
    by_kind: text({ enum: ["person", "key", "system"] }).notNull(),
    by_id: text().notNull(),
    by: text().notNull(),
    /** A digest of verdict and evidence as given: tells "the same again" from "another". */
    request_hash: text().notNull(),
    given_at: instant().notNull(),
    settled_at: instant(),
    approved_by_id: text(),
    approved_by: text(),
    voided_at: instant(),
    voided_because: text(),
    supersedes: uuid(),
    superseded_at: instant(),
    superseded_because: text({ enum: REOPENED_BECAUSE }),
    sent_at: instant(),
    delivered_at: instant(),
    acknowledged_at: instant(),
    acknowledged_by: text(),
    /** The key that took it; null for what was taken before this was kept. */
    acknowledged_by_id: text(),
  },
  (table) => [
    uniqueIndex("verdicts_one_per_opening").on(table.case_id, table.opening).where(sql`state <> 'voided'`),
    unique("verdicts_of_case").on(table.verdict_id, table.case_id),
    index("verdicts_by_case").on(table.case_id),
    // Figures: as quick as their range is short, however long the history.
    index("verdicts_by_settling").on(table.settled_at).where(sql`state = 'settled'`),
    index("verdicts_by_acknowledging").on(table.acknowledged_at).where(sql`acknowledged_at is not null`),
    uniqueIndex("verdicts_superseded_once").on(table.supersedes),
    index("verdicts_undelivered")
      .on(table.settled_at)
      .where(
        sql`state = 'settled' and superseded_at is null and delivered_at is null and acknowledged_at is null`,
      ),
    // Handed over, but not taken while it held: nobody knows whether it was acted on.
    index("verdicts_run_out")
      .on(table.valid_until)
      .where(
        sql`state = 'settled' and superseded_at is null and acknowledged_at is null and delivered_at is not null and valid_until is not null`,
      ),
    // What a longer flight of requests may still make unsafe.
    index("verdicts_resting_on_time")
      .on(table.case_id)
      .where(
        sql`state = 'settled' and superseded_at is null and acknowledged_at is null and verdict = 'absent' and retry_with = 'new_key'`,
      ),
    foreignKey({
      name: "verdicts_supersede_within_case",
      columns: [table.supersedes, table.case_id],
      foreignColumns: [table.verdict_id, table.case_id],
    }),
    check("verdicts_state", sql`${table.state} in ('proposed', 'settled', 'voided')`),
    check("verdicts_settled_has_time", sql`(${table.state} = 'settled') = (${table.settled_at} is not null)`),
    check("verdicts_voided_has_time", sql`(${table.state} = 'voided') = (${table.voided_at} is not null)`),
    check(
      "verdicts_directive",
      sql`(${table.verdict}, ${table.directive}) in (('committed', 'treat_as_done'), ('absent', 'safe_to_retry'), ('compensated', 'replan'), ('undeterminable', 'stop'))`,
    ),
    check(
      "verdicts_retry_with",
      sql`case ${table.verdict} when 'absent' then ${table.retry_with} is not null and ${table.retry_with} in ('same_key', 'new_key')
        when 'compensated' then ${table.retry_with} is not null and ${table.retry_with} = 'new_key'
        else ${table.retry_with} is null end`,
    ),
    check(
      "verdicts_valid_until",
      sql`(${table.retry_with} is not null and ${table.retry_with} = 'same_key') = (${table.valid_until} is not null)`,
    ),
    check("verdicts_by_kind", sql`${table.by_kind} in ('person', 'key', 'system')`),
    check("verdicts_second_is_another", sql`${table.approved_by_id} <> ${table.by_id}`),
    check("verdicts_superseded_settled", sql`${table.superseded_at} is null or ${table.state} = 'settled'`),
    check(
      "verdicts_acknowledged_by_someone",
      sql`(${table.acknowledged_at} is null) = (${table.acknowledged_by} is null)`,
    ),
    check(
      "verdicts_only_settled_go_out",
      sql`${table.state} = 'settled' or num_nonnulls(${table.sent_at}, ${table.delivered_at}, ${table.acknowledged_at}) = 0`,
    ),
    check("verdicts_only_absent_overrules", sql`${table.verdict} = 'absent' or ${table.overrules} = '{}'`),
    check("verdicts_opening", sql`${table.opening} >= 1`),
  ],
);
