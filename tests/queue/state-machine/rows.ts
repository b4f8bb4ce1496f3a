import type { QueueWorld } from "../world";

/** What is in the tables, times as seconds since 1970: the model calculates with numbers. */
export type CaseSeen = {
  case_id: string;
  tenant: string | null;
  environment: string | null;
  tool: string;
  idempotency_key: string | null;
  state: "open" | "awaiting_second" | "settled";
  opening: number;
  version: number;
  flags: string[];
  verdict_id: string | null;
  proposal_id: string | null;
  claimed_by_id: string | null;
  claim_expires_at: number | null;
  deadline_at: number;
  snoozed_until: number | null;
  escalated_by_id: string | null;
  assigned_to_id: string | null;
  attempt_count: number;
};
export type AttemptSeen = {
  attempt_id: number;
  case_id: string;
  event_id: string | null;
  occurred_at: number;
  effect: string | null;
  inferred: boolean;
  arguments_hash: string | null;
  found: string | null;
};
export type VerdictSeen = {
  verdict_id: string;
  case_id: string;
  opening: number;
  state: "proposed" | "settled" | "voided";
  verdict: string;
  retry_with: string | null;
  valid_until: number | null;
  observed_at: number;
  external_id: string | null;
  settled_at: number | null;
  by_kind: string;
  by_id: string;
  approved_by_id: string | null;
  supersedes: string | null;
  superseded: string | null;
  acknowledged_by: string | null;
  overrules: string[];
};
export type EvidenceSeen = {
  evidence_id: string;
  case_id: string | null;
  verdict_id: string | null;
  effect: "committed" | "absent" | null;
  observed_at: number;
  source: string;
  /** Each part it names, null for "absent"; a part that is not there matches any. */
  named: Partial<Record<"tool" | "idempotency_key" | "tenant" | "environment", string | null>>;
};
export type ClaimSeen = {
  claim_id: number;
  case_id: string;
  by_id: string;
  live: boolean;
  ended_as: string | null;
};
export type Told = { case_id: string; kind: string; count: number };

export type Rows = {
  cases: CaseSeen[];
  attempts: AttemptSeen[];
  verdicts: VerdictSeen[];
  evidence: EvidenceSeen[];
  claims: ClaimSeen[];
  audit: Told[];
  outbox: Told[];
};

/** Everything about the queue, in the order it came. */
export async function readRows({ database: { sql } }: Pick<QueueWorld, "database">): Promise<Rows> {
  const [cases, attempts, verdicts, evidence, claims, audit, outbox] = await Promise.all([
    sql`select case_id, tenant, environment, tool, idempotency_key, state, opening, version, flags, verdict_id, proposal_id,
      claimed_by_id, extract(epoch from claim_expires_at)::float8 as claim_expires_at,
      extract(epoch from deadline_at)::float8 as deadline_at, extract(epoch from snoozed_until)::float8 as snoozed_until,
      escalated_by_id, assigned_to_id, attempt_count from cases order by opened_at, intent_hash, generation`,
    sql`select attempt_id::int, case_id, event_id, extract(epoch from occurred_at)::float8 as occurred_at, effect,
      coalesce((snapshot->>'inferred')::boolean, false) as inferred, arguments_hash, found from attempts order by attempt_id`,
    sql`select verdict_id, case_id, opening, state, verdict, retry_with, extract(epoch from valid_until)::float8 as valid_until,
      extract(epoch from observed_at)::float8 as observed_at, external_id, extract(epoch from settled_at)::float8 as settled_at,
      by_kind, by_id, approved_by_id, supersedes, superseded_because as superseded, acknowledged_by,
      overrules::text[] as overrules from verdicts`,
    sql`select evidence_id, case_id, verdict_id, effect, extract(epoch from observed_at)::float8 as observed_at, source,
      jsonb_build_object('tool', tool, 'idempotency_key', idempotency_key)
        || case when any_tenant then '{}' else jsonb_build_object('tenant', tenant) end
        || case when any_environment then '{}' else jsonb_build_object('environment', environment) end as named
      from evidence`,
    sql`select claim_id::int, case_id, by_id, ended_at is null as live, ended_as from claims order by claim_id`,
    sql`select subject_id as case_id, action as kind, count(*)::int as count from audit where subject_kind = 'case' group by 1, 2`,
    sql`select case_id, type as kind, count(*)::int as count from outbox group by 1, 2`,
  ]);
  return { cases, attempts, verdicts, evidence, claims, audit, outbox } as unknown as Rows;
}
