import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { AttemptInput } from "@/domain/attempt";
import type { CaseFlag } from "@/domain/case-rules";
import { deadlineOf } from "@/domain/case-rules";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { takeEarlyEvidence } from "./attempt-evidence";
import { findAttempts } from "./attempts";
import { lockIntentShards } from "./evidence";
import { groupByGeneration, proposalFor } from "./group-attempts";
import { readGenerations, readLockedCases } from "./lock-cases";
import { type PreparedAttempt, prepareAttempts } from "./prepare-attempts";

/** An event that could not be read when it came, and the case that its unknown effect opened then. */
export type Unreadable = { case_id: string; attempt: AttemptInput };

const OPENER = { actor: SYSTEM_CALLER, reporter_id: null, reason: null, by_hand: false };

/**
 * Has the case of an unreadable item become the case of the intent that its event names, so that what was found out,
 * held or settled there stands, and nobody decides it a second time (docs/decisions/0086). Only where the intent has
 * no case of its own yet, and where the event leaves its effect in doubt. Answers the cases that did. Done before the
 * event's attempt joins it, in the same transaction.
 */
export async function adoptCases(tx: Transaction, items: readonly Unreadable[]): Promise<PreparedAdoption[]> {
  const adopted: PreparedAdoption[] = [];
  for (const { case_id, attempt } of items) {
    const [prepared] = await prepareAttempts(tx, [attempt], false);
    if (prepared?.opens !== true) continue;
    if ((await findAttempts(tx, [prepared.identity])).size > 0) continue;
    const { tool, idempotency_key, lone_event } = prepared.parts;
    if (tool !== null && idempotency_key !== null && lone_event === null)
      await lockIntentShards(tx, [{ tool, idempotency_key }], "shared");
    if ((await readGenerations(tx, [prepared.intent_hash])).size > 0) continue;
    if (await becomeCase(tx, case_id, prepared)) adopted.push({ case_id, prepared });
  }
  return adopted;
}

export type PreparedAdoption = { case_id: string; prepared: PreparedAttempt };

/** Evidence that waited for the intent's case finds it now; after the event's attempt has joined it. */
export function takeEvidenceOfAdopted(
  tx: Transaction,
  adopted: readonly PreparedAdoption[],
  now: string,
): Promise<void> {
  return takeEarlyEvidence(
    tx,
    adopted.map(({ case_id }) => case_id),
    adopted.map(({ prepared }) => prepared),
    now,
  );
}

async function becomeCase(tx: Transaction, case_id: string, prepared: PreparedAttempt): Promise<boolean> {
  await tx.execute(sql`select 1 from cases where case_id = ${case_id}::text::uuid for no key update`);
  const [before] = await readLockedCases(tx, [case_id]);
  // Another item's event may have taken it already: the same item came at two doors, or was quarantined twice.
  if (before === undefined || !before.flags.includes("unreadable")) return false;
  const { input, rules } = prepared;
  const now = input.occurred_at;
  const [group] = groupByGeneration([prepared], new Map(), now);
  if (group === undefined) return false;
  const proposal = proposalFor(group, now, OPENER);
  const flags: CaseFlag[] = before.flags.filter((flag) => flag !== "unreadable" && flag !== "no_key");
  if (proposal.flags.includes("no_key")) flags.push("no_key");
  const { key_expires_at } = proposal;
  const deadline_at = deadlineOf({ ...before, flags, key_expires_at }, rules);
  const rows = await tx.execute(sql`
    update cases set intent_hash = ${proposal.intent_hash}::text, generation = ${proposal.generation}::int,
      tenant = ${proposal.tenant}::text, environment = ${proposal.environment}::text,
      service = ${proposal.service}::text, tool = ${proposal.tool}::text,
      idempotency_key = ${proposal.idempotency_key}::text, lone_event = ${proposal.lone_event}::text,
      key_expires_at = ${key_expires_at}::text::timestamptz, flags = ${sql.param(flags)}::text[],
      first_attempt_at = least(first_attempt_at, ${input.occurred_at}::text::timestamptz),
      deadline_at = ${deadline_at}::text::timestamptz,
      snoozed_until = case when snoozed_until > ${deadline_at}::text::timestamptz
        then ${deadline_at}::text::timestamptz else snoozed_until end,
      version = version + 1
    where case_id = ${case_id}::text::uuid
    returning case_id`);
  return rows.length === 1;
}
