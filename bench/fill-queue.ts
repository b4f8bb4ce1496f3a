import type { Sql } from "postgres";

export const OPEN_CASES = 100_000;
/** Held by somebody, and nearest to their deadlines: what take-next has to pass over. */
export const CLAIMED_AT_HEAD = 5_500;
const SETTLED_CASES = 20_000;

/** A queue as a bad week leaves it: open cases with an attempt each, the most urgent held, and a history. */
export async function fillQueue(sql: Sql, scale: number): Promise<void> {
  const open = Math.round(OPEN_CASES * scale);
  const claimed = Math.round(CLAIMED_AT_HEAD * scale);
  const settled = Math.round(SETTLED_CASES * scale);
  await sql`
    insert into cases (case_id, intent_hash, generation, tenant, environment, service, tool, idempotency_key, state,
      opening, flags, first_attempt_at, last_attempt_at, key_expires_at, safe_after, due_from, deadline_at,
      attempt_count, opened_at, opened_by, reporter_ids, version, claimed_by, claimed_by_id, claimed_at,
      claim_expires_at)
    select gen_random_uuid(), 'bench-' || n, 1, 'tenant-' || n % 7, 'production', 'support-agent',
      (array['issue_refund', 'send_email', 'book_slot'])[n % 3 + 1], 'bench-' || n, 'open', 1,
      case when n % 20 = 0 then '{inferred}'::text[] else '{}' end, at, at, at + interval '3 days',
      at + interval '15 minutes', at, at + interval '3 days', 1, at, 'Errata', '{}', 1,
      case when n <= ${claimed} then 'Ann' end, case when n <= ${claimed} then 'ann' end,
      case when n <= ${claimed} then now() end, case when n <= ${claimed} then now() + interval '1 day' end
    from (select n, now() - interval '1 day' + n * interval '1 second' / 2 as at
      from generate_series(1, ${open + settled}::int) n) made`;
  await sql`
    insert into claims (case_id, opening, by_kind, by_id, by, claimed_at, expires_at)
    select case_id, opening, 'person', claimed_by_id, claimed_by, claimed_at, claim_expires_at
    from cases where claimed_by is not null`;
  await sql`
    insert into attempts (case_id, identity, source_id, event_id, reference, occurred_at, received_at, tool, code,
      class, effect, snapshot)
    select case_id, intent_hash, 1, gen_random_uuid()::text, 'err_' || substr(intent_hash, 7), last_attempt_at,
      last_attempt_at, tool, 'upstream_timeout', 'transient', 'unknown',
      json_build_object('message', 'The provider did not answer in time.', 'attributes', json_build_object('amount', 120))
    from cases`;
  await settleNewest(sql, settled);
  await sql`vacuum analyze`;
}

/** The last of them are settled and, but for a few, delivered. */
async function settleNewest(sql: Sql, count: number): Promise<void> {
  await sql`
    with given as (
      insert into verdicts (verdict_id, case_id, opening, state, verdict, directive, observed_at, external_id, by_kind,
        by_id, by, request_hash, given_at, settled_at, sent_at, delivered_at)
      select gen_random_uuid(), case_id, opening, 'settled', 'committed', 'treat_as_done', last_attempt_at, 're_1',
        'person', 'ann', 'Ann', intent_hash, last_attempt_at, last_attempt_at,
        case when case_id::text > '06' then last_attempt_at end, case when case_id::text > '06' then last_attempt_at end
      from cases order by deadline_at desc limit ${count}
      returning verdict_id, case_id, settled_at
    )
    update cases set state = 'settled', verdict_id = given.verdict_id, settled_at = given.settled_at
    from given where cases.case_id = given.case_id`;
}
