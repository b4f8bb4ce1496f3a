import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { verdicts } from "@/db/schema/verdicts";
import { conflictError } from "@/domain/errors";
import { type EvidenceGiven, newestExternalId, newestObservation } from "@/domain/evidence";
import type { Ruling, Verdict } from "@/domain/verdict";
import { recordAudit } from "./audit";
import type { Actor } from "./change-cases";
import { endClaim } from "./claims";
import { insertEvidence } from "./evidence";
import { digestOf } from "./intent-hash";
import type { LockedCase } from "./lock-cases";
import { writeOutbox } from "./outbox";
import { lastVerdict, type VerdictRow } from "./verdicts";

/**
 * Tells "the same again" from "another": the verdict and its evidence, but for when it was observed, since
 * a second click sends a later time.
 */
export function requestHash(verdict: Verdict, evidence: readonly EvidenceGiven[]): string {
  const said = evidence.map(({ kind, external_id, url, note }) => [kind, external_id, url, note]);
  return digestOf(JSON.stringify([verdict, said]));
}

export type NewVerdict = {
  found: LockedCase;
  ruling: Ruling;
  evidence: readonly EvidenceGiven[];
  by: Actor;
  now: string;
};

/** Gives the verdict of this opening: it settles the case, the claim ends, the world is told. */
export async function settleCase(tx: Transaction, given: NewVerdict): Promise<VerdictRow> {
  const { found, by, now } = given;
  const last = await lastVerdict(tx, found.case_id);
  const settled = { state: "settled", settled_at: now, supersedes: last?.verdict_id ?? null } as const;
  const verdict = await insertVerdict(tx, given, settled);
  await tellSettled(tx, found, verdict, by, now);
  return verdict;
}

/** Puts the verdict to a second person: the claim is given up, a runtime still sees `pending`. */
export async function proposeVerdict(tx: Transaction, given: NewVerdict): Promise<VerdictRow> {
  const { found, by, now } = given;
  const verdict = await insertVerdict(tx, given, { state: "proposed", settled_at: null, supersedes: null });
  await moveCase(tx, found, { state: "awaiting_second", proposal_id: verdict.verdict_id });
  await endClaim(tx, found.case_id, "proposed", now);
  await auditVerdict(tx, "case.proposed", found, verdict, by);
  return verdict;
}

/** Makes a proposal the verdict, with the directive that is right now. */
export async function approveProposal(
  tx: Transaction,
  found: LockedCase,
  proposal: VerdictRow,
  ruling: Ruling,
  by: Actor,
  now: string,
): Promise<VerdictRow> {
  const last = await lastVerdict(tx, found.case_id);
  const [verdict] = await tx
    .update(verdicts)
    .set({
      state: "settled",
      settled_at: now,
      retry_with: ruling.retry_with,
      valid_until: ruling.valid_until,
      approved_by: by.name,
      approved_by_id: by.id,
      supersedes: last?.verdict_id ?? null,
    })
    .where(and(eq(verdicts.verdict_id, proposal.verdict_id), eq(verdicts.state, "proposed")))
    .returning();
  if (verdict === undefined) throw movedOn();
  await tellSettled(tx, found, verdict, by, now);
  return verdict;
}

/** Sends a proposal back: the case is open again. */
export async function refuseProposal(
  tx: Transaction,
  found: LockedCase,
  proposal: VerdictRow,
  by: Actor,
  now: string,
): Promise<void> {
  await tx
    .update(verdicts)
    .set({ state: "voided", voided_at: now, voided_because: "refused" })
    .where(eq(verdicts.verdict_id, proposal.verdict_id));
  await moveCase(tx, found, { state: "open", proposal_id: null });
  await auditVerdict(tx, "case.proposal_refused", found, proposal, by);
}

async function insertVerdict(
  tx: Transaction,
  { found, ruling, evidence, by, now }: NewVerdict,
  state: Pick<typeof verdicts.$inferInsert, "state" | "settled_at" | "supersedes">,
): Promise<VerdictRow> {
  const [verdict] = await tx
    .insert(verdicts)
    .values({
      verdict_id: randomUUID(),
      case_id: found.case_id,
      opening: found.opening,
      ...ruling,
      observed_at: newestObservation(evidence),
      external_id: newestExternalId(evidence),
      by_kind: by.kind,
      by_id: by.id,
      by: by.name,
      request_hash: requestHash(ruling.verdict, evidence),
      given_at: now,
      ...state,
    })
    .returning();
  if (verdict === undefined) throw new Error("the insert of a verdict returned no row");
  await insertEvidence(
    tx,
    evidence.map((one) => ({
      evidence_id: randomUUID(),
      case_id: found.case_id,
      verdict_id: verdict.verdict_id,
      attached_at: now,
      ...{ any_tenant: false, any_environment: false, any_service: false },
      source: by.kind,
      ...one,
      received_at: now,
      ...{ by_kind: by.kind, by_id: by.id, by: by.name },
    })),
  );
  return verdict;
}

async function tellSettled(
  tx: Transaction,
  found: LockedCase,
  verdict: VerdictRow,
  by: Actor,
  now: string,
): Promise<void> {
  const { verdict_id } = verdict;
  await moveCase(tx, found, { state: "settled", verdict_id, settled_at: now, proposal_id: null });
  await endClaim(tx, found.case_id, "settled", now);
  const { case_id, tenant, environment, service, tool, idempotency_key } = found;
  const { directive, retry_with, valid_until, external_id, observed_at, supersedes } = verdict;
  const intent = { case_id, tenant, environment, service, tool };
  await writeOutbox(
    tx,
    [
      {
        type: "case.settled",
        ...intent,
        verdict_id,
        data: {
          ...{ ...intent, idempotency_key, verdict_id, verdict: verdict.verdict, directive, retry_with },
          ...{ valid_until, external_id, observed_at, settled_at: now, supersedes },
        },
      },
    ],
    now,
  );
  await auditVerdict(tx, "case.settled", found, verdict, by);
}

/** The one statement that moves the state; the version decides if anything else did meanwhile. */
async function moveCase(
  tx: Transaction,
  found: LockedCase,
  to: Partial<Pick<LockedCase, "state" | "verdict_id" | "settled_at" | "proposal_id">>,
): Promise<void> {
  const rows = await tx
    .update(cases)
    .set({
      ...to,
      ...{ claimed_by: null, claimed_by_id: null, claimed_at: null, claim_expires_at: null },
      ...{ snoozed_until: null, snoozed_by: null },
      ...(to.state === "settled" && { escalated_at: null, escalated_by: null, escalated_by_id: null }),
      version: sql`${cases.version} + 1`,
    })
    .where(
      and(eq(cases.case_id, found.case_id), eq(cases.version, found.version), eq(cases.state, found.state)),
    )
    .returning({ case_id: cases.case_id });
  if (rows.length === 0) throw movedOn();
}

const movedOn = () =>
  conflictError("case_moved_on", "The case changed while this was decided; nothing was done.", {
    hint: "Read it again.",
  });

function auditVerdict(tx: Transaction, action: string, found: LockedCase, verdict: VerdictRow, by: Actor) {
  const { tenant, environment, service, case_id } = found;
  const { verdict_id, directive, retry_with, valid_until } = verdict;
  return recordAudit(tx, {
    actor: by,
    action,
    subject_kind: "case",
    subject_id: case_id,
    ...{ tenant, environment, service },
    details: { verdict_id, verdict: verdict.verdict, directive, retry_with, valid_until },
  });
}
