import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { audit } from "@/db/schema/audit";
import { verdicts } from "@/db/schema/verdicts";
import type { WokenBecause } from "@/domain/case-moves";
import type { CaseChange } from "@/domain/case-rules";
import type { Caller } from "@/domain/permissions";
import type { LockedCase } from "./lock-cases";
import { type OutboxMessage, writeOutbox } from "./outbox";

export type Actor = Pick<Caller, "kind" | "id" | "name">;

export type ChangeOfCase = {
  before: LockedCase;
  change: CaseChange;
  /** Whether this transaction opened it. */
  opened: boolean;
};

/**
 * Writes what news made of cases this transaction holds: the rows, the verdicts that no longer stand, the
 * proposals that lost their ground, what the world is told, and the audit.
 */
export async function applyCaseChanges(
  tx: Transaction,
  changes: readonly ChangeOfCase[],
  actor: Actor,
  now: string,
): Promise<void> {
  if (changes.length === 0) return;
  await updateCases(tx, changes, now);
  await supersedeVerdicts(tx, changes, now);
  await voidProposals(tx, changes, now);
  await writeOutbox(tx, changes.flatMap(messageOf), now);
  const facts = changes.flatMap((one) => auditOf(one, actor, now));
  if (facts.length > 0) await tx.insert(audit).values(facts);
}

async function updateCases(tx: Transaction, changes: readonly ChangeOfCase[], now: string): Promise<void> {
  const items = changes.map(({ before, change }) => ({
    case_id: before.case_id,
    ...change.facts,
    reopened_because: change.reopened,
  }));
  await tx.execute(sql`
    update cases c set state = item.state, opening = item.opening, flags = item.flags,
      first_attempt_at = item.first_attempt_at, last_attempt_at = item.last_attempt_at,
      key_expires_at = item.key_expires_at, safe_after = item.safe_after, due_from = item.due_from,
      deadline_at = item.deadline_at, arguments_hash = item.arguments_hash, attempt_count = item.attempt_count,
      verdict_id = case when item.state = 'settled' then c.verdict_id end,
      settled_at = case when item.state = 'settled' then c.settled_at end,
      proposal_id = case when item.state = 'awaiting_second' then c.proposal_id end,
      reopened_at = case when item.reopened_because is null then c.reopened_at else ${now}::text::timestamptz end,
      reopened_because = coalesce(item.reopened_because, c.reopened_because),
      -- News ends a snooze; another opening is asked about from the start.
      snoozed_until = null, snoozed_by = null,
      probe_at = case when item.reopened_because is null then c.probe_at end,
      probe_tries = case when item.reopened_because is null then c.probe_tries else 0 end,
      version = c.version + 1
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(case_id uuid, state text, opening int,
      flags text[], first_attempt_at timestamptz, last_attempt_at timestamptz, key_expires_at timestamptz,
      safe_after timestamptz, due_from timestamptz, deadline_at timestamptz, arguments_hash text, attempt_count int,
      reopened_because text)
    where c.case_id = item.case_id`);
}

/** From here on the old answer is refused to whoever wants to act on it. */
async function supersedeVerdicts(
  tx: Transaction,
  changes: readonly ChangeOfCase[],
  now: string,
): Promise<void> {
  const items = changes.flatMap(({ before, change }) =>
    change.reopened === null ? [] : [{ verdict_id: before.verdict_id, because: change.reopened }],
  );
  if (items.length === 0) return;
  await tx.execute(sql`
    update verdicts v set superseded_at = ${now}::text::timestamptz, superseded_because = item.because
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(verdict_id uuid, because text)
    where v.verdict_id = item.verdict_id`);
}

async function voidProposals(tx: Transaction, changes: readonly ChangeOfCase[], now: string): Promise<void> {
  const ids = changes.flatMap(({ before, change }) =>
    change.proposal_voided && before.proposal_id !== null ? [before.proposal_id] : [],
  );
  if (ids.length === 0) return;
  await tx
    .update(verdicts)
    .set({ state: "voided", voided_at: now, voided_because: "news" })
    .where(inArray(verdicts.verdict_id, ids));
}

function messageOf({ before, change, opened }: ChangeOfCase): OutboxMessage[] {
  if (!opened && change.reopened === null) return [];
  const { case_id, tenant, environment, service, tool, idempotency_key } = before;
  const { state, flags, deadline_at } = change.facts;
  return [
    {
      type: opened ? "case.opened" : "case.reopened",
      ...{ case_id, tenant, environment, service, tool },
      verdict_id: before.verdict_id,
      data: {
        ...{ case_id, tenant, environment, service, tool, idempotency_key, state, flags, deadline_at },
        ...(change.reopened !== null && {
          reopened_because: change.reopened,
          superseded_verdict_id: before.verdict_id,
        }),
      },
    },
  ];
}

function auditOf(
  { before, change, opened }: ChangeOfCase,
  actor: Actor,
  now: string,
): (typeof audit.$inferInsert)[] {
  const actions: [string, Record<string, unknown>][] = [];
  if (opened) actions.push(["case.opened", { flags: change.facts.flags }]);
  if (change.reopened !== null)
    actions.push(["case.reopened", { because: change.reopened, superseded_verdict_id: before.verdict_id }]);
  if (change.proposal_voided) actions.push(["case.proposal_voided", { verdict_id: before.proposal_id }]);
  if (before.snoozed_until !== null) actions.push(["case.woken", { because: wokenBecause(before, now) }]);
  return actions.map(([action, details]) => ({
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    subject_kind: "case",
    subject_id: before.case_id,
    tenant: before.tenant,
    environment: before.environment,
    service: before.service,
    details,
  }));
}

/** A snooze that is over counts as none, whether or not a duty has come by. */
const wokenBecause = ({ snoozed_until }: LockedCase, now: string): WokenBecause =>
  snoozed_until !== null && snoozed_until <= now ? "over" : "news";
