import { randomUUID } from "node:crypto";
import type { Transaction } from "@/db/client";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { attachWaitingEvidence, insertEvidence, type NewEvidence } from "./evidence";
import { auditEvidence } from "./fold-evidence";
import { digestOf } from "./intent-hash";
import { readLockedCases } from "./lock-cases";
import type { PreparedAttempt } from "./prepare-attempts";
import { settleAutomatically } from "./settle-automatically";

/** Keeps what attempts say of the whole intent, on the case where they were placed, else until there is one. */
export async function keepCommits(
  tx: Transaction,
  attempts: readonly PreparedAttempt[],
  placed: ReadonlyMap<string, string>,
  now: string,
): Promise<void> {
  const commits = attempts.filter(({ input }) => input.effect === "committed");
  await insertEvidence(
    tx,
    commits.map((one) => evidenceOf(one, placed.get(one.identity) ?? null, now)),
  );
}

/** `committed` on any attempt is evidence for the intent; `absent` speaks for that attempt only. */
function evidenceOf({ input, identity }: PreparedAttempt, case_id: string | null, now: string): NewEvidence {
  const { tool, idempotency_key, tenant, environment, service, occurred_at } = input;
  return {
    evidence_id: randomUUID(),
    case_id,
    attached_at: case_id === null ? null : now,
    ...{ tool, idempotency_key, tenant, environment, service },
    ...{ any_tenant: false, any_environment: false, any_service: false },
    effect: "committed",
    source: "attempt",
    kind: "event",
    external_id: null,
    note: `The attempt ${input.reference ?? input.event_id ?? ""} reported that its effect is committed.`,
    observed_at: occurred_at,
    received_at: now,
    by_kind: "system",
    by_id: SYSTEM_CALLER.id,
    by: SYSTEM_CALLER.name,
    content_hash: digestOf(JSON.stringify(["attempt", identity])),
  };
}

/** What was seen before anybody was in doubt answers the doubt, where the tool lets machines do so. */
export async function takeEarlyEvidence(
  tx: Transaction,
  opened: readonly string[],
  fresh: readonly PreparedAttempt[],
  now: string,
): Promise<void> {
  const attached = await attachWaitingEvidence(tx, opened, now);
  if (attached.length === 0) return;
  const cases = new Map((await readLockedCases(tx, opened)).map((found) => [found.case_id, found]));
  for (const item of attached) {
    const found = cases.get(item.case_id ?? "");
    if (found === undefined) continue;
    await auditEvidence(tx, "case.evidence_attached", found, item, SYSTEM_CALLER);
    const rules = fresh.find(({ input }) => input.tool === found.tool)?.rules;
    // An attempt's own commit is evidence, but more attempts of its kind may be on their way; and what left a part
    // unnamed may speak of an intent that nobody is in doubt about yet.
    const unnamed = item.any_tenant || item.any_environment || item.any_service;
    if (rules !== undefined && item.by_kind === "key" && !unnamed)
      await settleAutomatically(tx, found.case_id, item, rules, now);
  }
}
