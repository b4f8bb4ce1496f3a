import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { ToolRules } from "@/domain/tool-rules";

/**
 * Brings a tool's living cases in line with its new settings: when the key stops protecting, from when an
 * absence is final, the deadline (`deadlineOf` in SQL). Settled ones too while their key lives, since a shorter
 * life must end a `safe_to_retry` sooner, and while nobody took a repeat with a new key, since a longer flight
 * must end that. Locks in the order ingest locks, the tool before its cases. Answers how
 * many moved.
 */
export async function retimeCases(
  tx: Transaction,
  tool: string,
  rules: ToolRules,
  now: string,
): Promise<number> {
  // Apart from the update: in one statement it would read the times from before the wait.
  const held = await tx.execute<{ case_id: string }>(sql`
    select case_id from cases
    where tool = ${tool} and (state <> 'settled' or key_expires_at > ${now}::text::timestamptz
      or case_id in (select v.case_id from verdicts v where v.state = 'settled' and v.superseded_at is null
        and v.acknowledged_at is null and v.verdict = 'absent' and v.retry_with = 'new_key'))
    order by intent_hash, generation
    for update`);
  const ids = held.map(({ case_id }) => case_id);
  const rows = await tx.execute<{ case_id: string }>(sql`
    with times as (
      select c.case_id,
        c.last_attempt_at + ${rules.in_flight_seconds} * interval '1 second' as safe_after,
        case when c.key_expires_at is not null
          then least(c.first_attempt_at, c.opened_at) + ${rules.key_life_seconds} * interval '1 second' end as key_expires_at,
        c.due_from + ${rules.sla_seconds} * interval '1 second' as due_at
      from cases c where c.case_id = any(${sql.param(ids)}::uuid[])
    ), timed as (
      select t.case_id, t.safe_after, t.key_expires_at,
        case when t.key_expires_at is not null and not 'key_reused' = any(c.flags)
          and (c.opening = 1 or t.key_expires_at > c.due_from) then t.key_expires_at else t.due_at end as deadline_at
      from times t join cases c using (case_id)
    )
    update cases c set safe_after = t.safe_after, key_expires_at = t.key_expires_at, deadline_at = t.deadline_at,
      -- Nothing sleeps past its deadline.
      snoozed_until = least(c.snoozed_until, case when c.snoozed_until is not null then t.deadline_at end),
      version = c.version + 1
    from timed t where c.case_id = t.case_id
    returning c.case_id`);
  return rows.length;
}
