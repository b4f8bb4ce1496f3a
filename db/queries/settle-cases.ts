import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { conflictError } from "@/domain/errors";
import { type EvidenceGiven, newestExternalId, newestObservation } from "@/domain/evidence";
import type { Ruling, Verdict } from "@/domain/verdict";
import { recordAudits } from "./audit";
import type { Actor } from "./change-cases";
import { endClaims } from "./hold-cases";
import { digestOf } from "./intent-hash";
import type { CaseRow } from "./lock-cases";
import { writeOutbox } from "./outbox";
import type { VerdictRow } from "./verdicts";

/** What settling needs of a case whose row this transaction holds. */
export type SettlingCase = Pick<
  CaseRow,
  | "case_id"
  | "opening"
  | "version"
  | "state"
  | "tenant"
  | "environment"
  | "service"
  | "tool"
  | "idempotency_key"
>;

/** One case with the verdict it gets. */
export type Settlement = { found: SettlingCase; ruling: Ruling; evidence: readonly EvidenceGiven[] };

/** Who gives verdicts, when, and as a part of which bulk action. */
export type Settler = { by: Actor; now: string; bulk_id?: string | undefined };

export type GivenVerdict = { found: SettlingCase; verdict: VerdictRow };

/**
 * Gives the verdicts of these openings: the cases are settled, claims end, the world is told. Eight statements
 * for any number of cases; one case is settled by the same ones. The rows must be locked by this transaction,
 * in sorted order. Throws `case_moved_on` when one of them is not what it was when it was locked.
 */
export async function settleCases(
  tx: Transaction,
  settlements: readonly Settlement[],
  settler: Settler,
): Promise<VerdictRow[]> {
  if (settlements.length === 0) return [];
  const superseded = await lastVerdicts(tx, settlements);
  const given = settlements.map((one) => ({
    found: one.found,
    verdict: verdictRow(one, settler, "settled", superseded.get(one.found.case_id) ?? null),
  }));
  await insertVerdicts(tx, given, settlements);
  await tellSettled(tx, given, settler);
  return given.map(({ verdict }) => verdict);
}

/** Puts the verdicts to a second person: claims are given up, runtimes still see `pending`. */
export async function proposeVerdicts(
  tx: Transaction,
  settlements: readonly Settlement[],
  settler: Settler,
): Promise<VerdictRow[]> {
  if (settlements.length === 0) return [];
  const given = settlements.map((one) => ({
    found: one.found,
    verdict: verdictRow(one, settler, "proposed", null),
  }));
  await insertVerdicts(tx, given, settlements);
  await moveCases(
    tx,
    given.map(({ found, verdict }) => ({ found, proposal_id: verdict.verdict_id })),
    { state: "awaiting_second" },
  );
  await endClaims(tx, idsOf(given), "proposed", settler.now);
  await auditVerdicts(tx, "case.proposed", given, settler);
  return given.map(({ verdict }) => verdict);
}

/** What follows from verdicts that are now the answer of their openings. */
export async function tellSettled(
  tx: Transaction,
  given: readonly GivenVerdict[],
  settler: Settler,
): Promise<void> {
  const { now } = settler;
  const moves = given.map(({ found, verdict }) => ({ found, verdict_id: verdict.verdict_id }));
  // Sent at once, done in this order.
  await Promise.all([
    moveCases(tx, moves, { state: "settled", settled_at: now }),
    endClaims(tx, idsOf(given), "settled", now),
    writeOutbox(tx, given.map(messageOf), now),
    auditVerdicts(tx, "case.settled", given, settler),
  ]);
}

/**
 * Tells "the same again" from "another": the verdict and its evidence, but for when it was observed, since
 * a second click sends a later time.
 */
export function requestHash(verdict: Verdict, evidence: readonly EvidenceGiven[]): string {
  const said = evidence.map(({ kind, external_id, url, note }) => [kind, external_id, url, note]);
  return digestOf(JSON.stringify([verdict, said]));
}

const idsOf = (given: readonly GivenVerdict[]) => given.map(({ found }) => found.case_id);

/** The last answer of each reopened case, whether it still stands or not: what the next one supersedes. */
async function lastVerdicts(
  tx: Transaction,
  settlements: readonly Settlement[],
): Promise<Map<string, string>> {
  const reopened = settlements.flatMap(({ found }) => (found.opening > 1 ? [found.case_id] : []));
  if (reopened.length === 0) return new Map();
  const rows = await tx.execute<{ case_id: string; verdict_id: string }>(sql`
    select distinct on (case_id) case_id, verdict_id from verdicts
    where case_id = any(${sql.param(reopened)}::uuid[]) and state = 'settled'
    order by case_id, opening desc`);
  return new Map(rows.map((row) => [row.case_id, row.verdict_id]));
}

function verdictRow(
  { found, ruling, evidence }: Settlement,
  { by, now }: Settler,
  state: "settled" | "proposed",
  supersedes: string | null,
): VerdictRow {
  return {
    verdict_id: randomUUID(),
    ...{ case_id: found.case_id, opening: found.opening, state, supersedes },
    ...ruling,
    observed_at: newestObservation(evidence),
    external_id: newestExternalId(evidence),
    ...{ by_kind: by.kind, by_id: by.id, by: by.name },
    request_hash: requestHash(ruling.verdict, evidence),
    given_at: now,
    settled_at: state === "settled" ? now : null,
    ...{ approved_by_id: null, approved_by: null, voided_at: null, voided_because: null },
    ...{ superseded_at: null, superseded_because: null },
    ...{ sent_at: null, delivered_at: null, acknowledged_at: null, acknowledged_by: null },
  };
}

async function insertVerdicts(
  tx: Transaction,
  given: readonly GivenVerdict[],
  settlements: readonly Settlement[],
): Promise<void> {
  const verdicts = given.map(({ verdict }) => verdict);
  const evidence = verdicts.flatMap(({ verdict_id, case_id }, at) =>
    (settlements[at]?.evidence ?? []).map((one) => ({
      ...{ evidence_id: randomUUID(), verdict_id, case_id },
      ...one,
    })),
  );
  const [one] = verdicts;
  if (one === undefined) return;
  // Sent at once, done in this order: evidence names its verdict.
  await Promise.all([
    tx.execute(sql`
      insert into verdicts (verdict_id, case_id, opening, state, verdict, directive, retry_with, valid_until,
        observed_at, external_id, by_kind, by_id, by, request_hash, given_at, settled_at, supersedes)
      select * from json_to_recordset(${JSON.stringify(verdicts)}::text::json) as item(verdict_id uuid, case_id uuid,
        opening int, state text, verdict text, directive text, retry_with text, valid_until timestamptz,
        observed_at timestamptz, external_id text, by_kind text, by_id text, by text, request_hash text,
        given_at timestamptz, settled_at timestamptz, supersedes uuid)`),
    tx.execute(sql`
      insert into evidence (evidence_id, case_id, verdict_id, any_tenant, any_environment, any_service, source, kind,
        external_id, url, note, observed_at, received_at, attached_at, by_kind, by_id, by)
      select evidence_id, case_id, verdict_id, false, false, false, ${one.by_kind}::text, kind, external_id, url, note,
        observed_at, ${one.given_at}::text::timestamptz, ${one.given_at}::text::timestamptz, ${one.by_kind}::text,
        ${one.by_id}::text, ${one.by}::text
      from json_to_recordset(${JSON.stringify(evidence)}::text::json) as item(evidence_id uuid, case_id uuid,
        verdict_id uuid, kind text, external_id text, url text, note text, observed_at timestamptz)`),
  ]);
}

type Move = { found: SettlingCase; verdict_id?: string; proposal_id?: string };

/** The one statement that moves the state; the version decides if anything else did meanwhile. */
export async function moveCases(
  tx: Transaction,
  moves: readonly Move[],
  to: { state: CaseRow["state"]; settled_at?: string },
): Promise<void> {
  const items = moves.map(({ found: { case_id, version, state }, ...ids }) => ({
    ...{ case_id, version, was: state },
    ...ids,
  }));
  const settled = to.state === "settled";
  const rows = await tx.execute(sql`
    update cases c set state = ${to.state}, verdict_id = item.verdict_id, proposal_id = item.proposal_id,
      settled_at = ${to.settled_at ?? null}::text::timestamptz,
      claimed_by = null, claimed_by_id = null, claimed_at = null, claim_expires_at = null,
      snoozed_until = null, snoozed_by = null,
      ${settled ? sql`escalated_at = null, escalated_by = null, escalated_by_id = null,` : sql``}
      version = c.version + 1
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(case_id uuid, version int, was text,
      verdict_id uuid, proposal_id uuid)
    where c.case_id = item.case_id and c.version = item.version and c.state = item.was
    returning c.case_id`);
  if (rows.length < moves.length) throw movedOn();
}

export const movedOn = () =>
  conflictError("case_moved_on", "The case changed while this was decided; nothing was done.", {
    hint: "Read it again.",
  });

function messageOf({ found, verdict }: GivenVerdict) {
  const { case_id, tenant, environment, service, tool, idempotency_key } = found;
  const { verdict_id, directive, retry_with, valid_until, external_id, observed_at } = verdict;
  const intent = { case_id, tenant, environment, service, tool };
  return {
    type: "case.settled" as const,
    ...{ ...intent, verdict_id },
    data: {
      ...{ ...intent, idempotency_key, verdict_id, verdict: verdict.verdict, directive, retry_with },
      ...{ valid_until, external_id, observed_at },
      ...{ settled_at: verdict.settled_at, supersedes: verdict.supersedes },
    },
  };
}

/** Who said what of which case; within a bulk action it is named, so that one leads to the other. */
export function auditVerdicts(
  tx: Transaction,
  action: string,
  given: readonly GivenVerdict[],
  { by, bulk_id }: Pick<Settler, "by" | "bulk_id">,
): Promise<void> {
  return recordAudits(
    tx,
    { actor: by, action, subject_kind: "case" },
    given.map(({ found: { case_id, tenant, environment, service }, verdict }) => {
      const { verdict_id, directive, retry_with, valid_until } = verdict;
      return {
        ...{ subject_id: case_id, tenant, environment, service },
        details: { verdict_id, verdict: verdict.verdict, directive, retry_with, valid_until, bulk_id },
      };
    }),
  );
}
