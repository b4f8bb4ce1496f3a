import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { conflictError } from "@/domain/errors";
import { type EvidenceGiven, newestExternalId, newestObservation } from "@/domain/evidence";
import type { Ruling, Verdict } from "@/domain/verdict";
import { recordAudits } from "./audit";
import type { Actor } from "./change-cases";
import { closeClaims } from "./give-up-cases";
import { digestOf } from "./intent-hash";
import type { CaseRow } from "./lock-cases";
import { type OutboxMessage, writeOutbox } from "./outbox";
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
export type Settlement = { found: SettlingCase; ruling: Ruling };

/** Who gives verdicts, when, resting on what, and as a part of which bulk action. */
export type Settler = {
  evidence: readonly EvidenceGiven[];
  by: Actor;
  now: string;
  bulk_id?: string | undefined;
  /** Evidence of a commit that does not speak of the effect, as the person says who looked. */
  overrules?: readonly string[] | undefined;
};

export type GivenVerdict = { found: SettlingCase; verdict: VerdictRow };

/**
 * Gives the verdicts of these openings: the cases are settled, claims end, the world is told. Seven statements
 * for any number of cases, and the same ones for one. The rows must be locked by this transaction,
 * in sorted order. Throws `case_moved_on` when one of them is not what it was when it was locked.
 */
export async function settleCases(
  tx: Transaction,
  settlements: readonly Settlement[],
  settler: Settler,
): Promise<VerdictRow[]> {
  if (settlements.length === 0) return [];
  const superseded = await lastVerdicts(tx, settlements);
  const given = verdictRows(settlements, settler, "settled", superseded);
  // Sent at once, done in this order: cases name their verdicts.
  await Promise.all([insertVerdicts(tx, given, settler), tellSettled(tx, given, settler)]);
  return given.map(({ verdict }) => verdict);
}

/** Puts the verdicts to a second person: claims are given up, runtimes still see `pending`. */
export async function proposeVerdicts(
  tx: Transaction,
  settlements: readonly Settlement[],
  settler: Settler,
): Promise<VerdictRow[]> {
  if (settlements.length === 0) return [];
  const given = verdictRows(settlements, settler, "proposed", new Map());
  await Promise.all([
    insertVerdicts(tx, given, settler),
    moveCases(tx, given, { state: "awaiting_second" }),
    closeClaims(tx, idsOf(given), "proposed", settler.now),
    auditVerdicts(tx, "case.proposed", given, settler),
  ]);
  return given.map(({ verdict }) => verdict);
}

/** What follows from verdicts that are now the answer of their openings. */
export async function tellSettled(
  tx: Transaction,
  given: readonly GivenVerdict[],
  settler: Omit<Settler, "evidence">,
): Promise<void> {
  const { now } = settler;
  await Promise.all([
    moveCases(tx, given, { state: "settled", settled_at: now }),
    closeClaims(tx, idsOf(given), "settled", now),
    writeOutbox(tx, given.map(messageOf), now),
    auditVerdicts(tx, "case.settled", given, settler),
  ]);
}

/**
 * Tells "the same again" from "another": the verdict, its evidence and what it overrules, but for when it was observed,
 * since a second click sends a later time.
 */
export function requestHash(
  verdict: Verdict,
  evidence: readonly EvidenceGiven[],
  overrules: readonly string[] = [],
): string {
  const said = evidence.map(({ kind, external_id, url, note }) => [kind, external_id, url, note]);
  // Most overrule nothing: theirs is the digest that it was before there was anything to overrule.
  const over = overrules.length === 0 ? [] : [[...overrules].sort()];
  return digestOf(JSON.stringify([verdict, said, ...over]));
}

const idsOf = (given: readonly GivenVerdict[]) => given.map(({ found }) => found.case_id);

/** The last answer of each reopened case, whether it still stands or not: what the next one supersedes. */
export async function lastVerdicts(
  tx: Transaction,
  settlements: readonly Pick<Settlement, "found">[],
): Promise<Map<string, string>> {
  const reopened = settlements.flatMap(({ found }) => (found.opening > 1 ? [found.case_id] : []));
  if (reopened.length === 0) return new Map();
  const rows = await tx.execute<{ case_id: string; verdict_id: string }>(sql`
    select distinct on (case_id) case_id, verdict_id from verdicts
    where case_id = any(${sql.param(reopened)}::uuid[]) and state = 'settled'
    order by case_id, opening desc`);
  return new Map(rows.map((row) => [row.case_id, row.verdict_id]));
}

function verdictRows(
  settlements: readonly Settlement[],
  { evidence, by, now, overrules = [] }: Settler,
  state: "settled" | "proposed",
  superseded: ReadonlyMap<string, string>,
): GivenVerdict[] {
  const common = {
    ...{ state, given_at: now, settled_at: state === "settled" ? now : null },
    ...{ observed_at: newestObservation(evidence), external_id: newestExternalId(evidence) },
    ...{ by_kind: by.kind, by_id: by.id, by: by.name, overrules: [...overrules] },
    ...{ approved_by_id: null, approved_by: null, voided_at: null, voided_because: null },
    ...{ superseded_at: null, superseded_because: null },
    ...{ sent_at: null, delivered_at: null, acknowledged_at: null },
    ...{ acknowledged_by: null, acknowledged_by_id: null },
  };
  return settlements.map(({ found, ruling }) => {
    const verdict: VerdictRow = {
      verdict_id: randomUUID(),
      ...{ case_id: found.case_id, opening: found.opening, ...ruling, ...common },
      request_hash: requestHash(ruling.verdict, evidence, overrules),
      supersedes: superseded.get(found.case_id) ?? null,
    };
    return { found, verdict };
  });
}

/** A column of a set, as one parameter: half the work of JSON for either side. */
function column<Row>(rows: readonly Row[], cell: (row: Row) => string | number | null): SQL {
  return sql`${sql.param(rows.map(cell))}`;
}

async function insertVerdicts(
  tx: Transaction,
  given: readonly GivenVerdict[],
  { evidence }: Settler,
): Promise<void> {
  const rows = given.map(({ verdict }) => verdict);
  const [one] = rows;
  if (one === undefined) return;
  const { state, observed_at, external_id, given_at, settled_at } = one;
  const by = sql`${one.by_kind}::text, ${one.by_id}::text, ${one.by}::text`;
  const time = (iso: string | null) => sql`${iso}::text::timestamptz`;
  await Promise.all([
    tx.execute(sql`
      insert into verdicts (state, observed_at, external_id, overrules, by_kind, by_id, by, given_at, settled_at, verdict_id,
        case_id, opening, verdict, directive, retry_with, valid_until, request_hash, supersedes)
      select ${state}::text, ${time(observed_at)}, ${external_id}::text,
        ${sql.param(one.overrules)}::uuid[], ${by}, ${time(given_at)}, ${time(settled_at)}, item.*
      from unnest(${column(rows, (row) => row.verdict_id)}::uuid[], ${column(rows, (row) => row.case_id)}::uuid[],
        ${column(rows, (row) => row.opening)}::int[], ${column(rows, (row) => row.verdict)}::text[],
        ${column(rows, (row) => row.directive)}::text[], ${column(rows, (row) => row.retry_with)}::text[],
        ${column(rows, (row) => row.valid_until)}::text[]::timestamptz[],
        ${column(rows, (row) => row.request_hash)}::text[], ${column(rows, (row) => row.supersedes)}::uuid[]) as item`),
    tx.execute(sql`
      insert into evidence (case_id, verdict_id, evidence_id, any_tenant, any_environment, any_service, kind, external_id,
        url, note, observed_at, received_at, attached_at, source, by_kind, by_id, by)
      select item.*, gen_random_uuid(), false, false, false, seen.*, ${time(given_at)}, ${time(given_at)},
        ${one.by_kind}::text, ${by}
      from unnest(${column(rows, (row) => row.case_id)}::uuid[], ${column(rows, (row) => row.verdict_id)}::uuid[]) as item
      cross join json_to_recordset(${JSON.stringify(evidence)}::text::json) as seen(kind text, external_id text, url text,
        note text, observed_at timestamptz)`),
  ]);
}

/**
 * The one statement that moves the state, to what is said of each case's verdict; the version decides if anything
 * else did meanwhile.
 */
export async function moveCases(
  tx: Transaction,
  given: readonly GivenVerdict[],
  to: { state: CaseRow["state"]; settled_at?: string },
): Promise<void> {
  const rows = await tx.execute(sql`
    update cases c set state = ${to.state}, settled_at = ${to.settled_at ?? null}::text::timestamptz,
      verdict_id = ${to.state === "settled" ? sql`item.verdict_id` : null},
      proposal_id = ${to.state === "awaiting_second" ? sql`item.verdict_id` : null},
      claimed_by = null, claimed_by_id = null, claimed_at = null, claim_expires_at = null,
      snoozed_until = null, snoozed_by = null,
      ${to.state === "settled" ? sql`escalated_at = null, escalated_by = null, escalated_by_id = null,` : sql``}
      version = c.version + 1
    from unnest(${column(given, ({ found }) => found.case_id)}::uuid[],
      ${column(given, ({ found }) => found.version)}::int[], ${column(given, ({ found }) => found.state)}::text[],
      ${column(given, ({ verdict }) => verdict.verdict_id)}::uuid[]) as item(case_id, version, was, verdict_id)
    where c.case_id = item.case_id and c.version = item.version and c.state = item.was
    returning c.case_id`);
  if (rows.length < given.length) throw movedOn();
}

export const movedOn = () =>
  conflictError("case_moved_on", "The case changed while this was decided; nothing was done.", {
    hint: "Read it again.",
  });

function messageOf({ found, verdict: given }: GivenVerdict): OutboxMessage {
  const { case_id, tenant, environment, service, tool, idempotency_key } = found;
  const { verdict_id, verdict, directive, retry_with, valid_until, external_id, observed_at } = given;
  const { settled_at, supersedes } = given;
  const type = "case.settled";
  // biome-ignore format: what a receiver gets, in the order it reads it.
  const data = {
    case_id, tenant, environment, service, tool, idempotency_key, verdict_id, verdict, directive, retry_with,
    valid_until, external_id, observed_at, settled_at, supersedes,
  };
  return { type, case_id, verdict_id, tenant, environment, service, tool, data };
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
