import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { preparedFor } from "@/db/prepared";
import { cases } from "@/db/schema/cases";
import { evidence } from "@/db/schema/evidence";
import type { CommittedEvidence } from "@/domain/committed-evidence";
import type { EvidenceGiven } from "@/domain/evidence";
import type { Confinement } from "@/domain/permissions";
import type { Observation } from "@/domain/verdict";
import { confine } from "./confinement";
import { digestOf } from "./intent-hash";
import { lockShards } from "./shard-locks";

export type EvidenceRow = typeof evidence.$inferSelect;
export type NewEvidence = typeof evidence.$inferInsert;

/** Stores evidence and answers the ids that are new: what a machine reports again counts once. */
export async function insertEvidence(tx: Transaction, items: readonly NewEvidence[]): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const sorted = [...items].sort((a, b) => ((a.content_hash ?? "") < (b.content_hash ?? "") ? -1 : 1));
  const rows = await tx
    .insert(evidence)
    .values(sorted)
    .onConflictDoNothing({ target: evidence.content_hash })
    .returning({ evidence_id: evidence.evidence_id });
  return new Set(rows.map((row) => row.evidence_id));
}

type Content = Omit<NewEvidence, "evidence_id" | "case_id" | "received_at" | "by_kind" | "by_id" | "by">;

/** A digest of what a machine reports: equal when the same is reported again. */
export function evidenceContent(item: Content): string {
  const { tool, idempotency_key, tenant, any_tenant, environment, any_environment, service, any_service } =
    item;
  const { effect, source, kind, external_id, url, note, observed_at } = item;
  const about = [
    tool,
    idempotency_key,
    tenant,
    any_tenant,
    environment,
    any_environment,
    service,
    any_service,
  ];
  const said = [effect, source, kind, external_id, url, note, observed_at];
  return digestOf(JSON.stringify(["reported", ...about, ...said]));
}

type ContentOnCase = EvidenceGiven & { effect: "committed" | "absent" | null };

/** A digest of what somebody says of one case: a second click, or a request sent again, is the same. */
export function evidenceContentOnCase(case_id: string, by_id: string, item: ContentOnCase): string {
  const { effect, kind, external_id, url, note, observed_at } = item;
  return digestOf(
    JSON.stringify(["attached", case_id, by_id, effect, kind, external_id, url, note, observed_at]),
  );
}

export async function findEvidenceByContent(
  tx: Transaction,
  content_hash: string,
): Promise<EvidenceRow | null> {
  const rows = await tx.select().from(evidence).where(eq(evidence.content_hash, content_hash));
  return rows[0] ?? null;
}

/** Whether a piece of evidence names nothing that this case's intent is not. */
const matchesIntent: SQL = sql`evidence.idempotency_key = cases.idempotency_key and evidence.tool = cases.tool
  and (evidence.any_tenant or evidence.tenant is not distinct from cases.tenant)
  and (evidence.any_environment or evidence.environment is not distinct from cases.environment)
  and (evidence.any_service or evidence.service is not distinct from cases.service)`;

/**
 * Whether evidence that is attached elsewhere or nowhere may speak about this case: it waits, or left a part unnamed and
 * was attached to another intent, the only one there was then.
 */
const mayBelong: SQL = sql`(evidence.case_id is null or evidence.any_tenant or evidence.any_environment or evidence.any_service)
  and ${matchesIntent}
  and not exists (
    select from cases own where own.case_id = evidence.case_id and own.intent_hash = cases.intent_hash)`;

/**
 * Attaches what came before its case to the cases just opened, and answers it. What matches other intents as
 * well stays apart: never guessed. What was seen before the key's life can have begun belongs to an older one.
 */
export async function attachWaitingEvidence(
  tx: Transaction,
  case_ids: readonly string[],
  now: string,
): Promise<EvidenceRow[]> {
  const rows = await tx.execute<{ evidence_id: string }>(sql`
    update evidence set case_id = cases.case_id, attached_at = ${now}::text::timestamptz
    from cases
    where cases.case_id = any(${sql.param(case_ids)}::uuid[]) and cases.lone_event is null
      and evidence.case_id is null and ${matchesIntent}
      and evidence.observed_at > cases.first_attempt_at - (cases.key_expires_at - cases.first_attempt_at)
      and not exists (
        select from cases other
        where other.idempotency_key = evidence.idempotency_key and other.tool = evidence.tool
          and other.lone_event is null and other.intent_hash <> cases.intent_hash
          and (evidence.any_tenant or evidence.tenant is not distinct from other.tenant)
          and (evidence.any_environment or evidence.environment is not distinct from other.environment)
          and (evidence.any_service or evidence.service is not distinct from other.service))
    returning evidence.evidence_id`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ evidence_id }) => evidence_id);
  return tx.select().from(evidence).where(inArray(evidence.evidence_id, ids)).orderBy(evidence.observed_at);
}

/**
 * The newest evidence of each case in the order it was observed, at most `limit` a case: a machine may report
 * without end. What a verdict rests on comes first, so that it is not crowded out.
 */
export async function listEvidence(
  db: Database | Transaction,
  case_ids: readonly string[],
  limit: number,
): Promise<EvidenceRow[]> {
  return case_ids.length === 0 ? [] : newestEvidence(db).execute({ case_ids, limit });
}

const newestEvidence = preparedFor((db) => {
  const newest = sql`select evidence_id from (
      select evidence_id, row_number() over (partition by case_id
        order by (verdict_id is null), observed_at desc, received_at desc, evidence_id desc) as rank
      from evidence where case_id = any(${sql.placeholder("case_ids")}::uuid[])) ranked
    where rank <= ${sql.placeholder("limit")}`;
  return db
    .select()
    .from(evidence)
    .where(sql`${evidence.evidence_id} in (${newest})`)
    .orderBy(evidence.observed_at, evidence.received_at, evidence.evidence_id)
    .prepare("evidence");
});

/** Everything seen of this case's intent that says something, but for this one piece; also what is merely possible. */
export async function listObservations(
  tx: Transaction,
  case_id: string,
  except: string,
): Promise<Observation[]> {
  const rows = await tx
    .select({ effect: evidence.effect, observed_at: evidence.observed_at })
    .from(evidence)
    .innerJoin(cases, and(eq(cases.case_id, case_id), isSeenOf))
    .where(and(isNotNull(evidence.effect), ne(evidence.evidence_id, except)));
  return rows.flatMap(({ effect, observed_at }) => (effect === null ? [] : [{ effect, observed_at }]));
}

/** Attached to the case, in whichever opening, or possible. */
const isSeenOf: SQL = sql`(evidence.case_id = cases.case_id or (${mayBelong}))`;

/** What speaks of a commit of these cases, in whichever opening, or may; the oldest first. */
export async function readCommits(
  db: Database | Transaction,
  case_ids: readonly string[],
): Promise<Map<string, CommittedEvidence[]>> {
  const commits = new Map<string, CommittedEvidence[]>();
  if (case_ids.length === 0) return commits;
  const { evidence_id, source, external_id, observed_at } = evidence;
  const rows = await db
    .select({ case_id: cases.case_id, one: { evidence_id, source, external_id, observed_at } })
    .from(evidence)
    .innerJoin(cases, and(sql`${cases.case_id} = any(${sql.param([...case_ids])}::uuid[])`, isSeenOf))
    .where(eq(evidence.effect, "committed"))
    .orderBy(observed_at, evidence_id);
  for (const { case_id, one } of rows) commits.set(case_id, [...(commits.get(case_id) ?? []), one]);
  return commits;
}

/** What may speak about this case but matches other intents too; only what the reader's confinement allows. */
export async function listPossibleEvidence(
  db: Database,
  confinement: Confinement,
  case_id: string,
): Promise<EvidenceRow[]> {
  const rows = await db
    .select({ evidence })
    .from(evidence)
    .innerJoin(cases, and(eq(cases.case_id, case_id), mayBelong))
    .where(or(confine(confinement, evidence) ?? sql`true`, unnamedPartsConfined(confinement)))
    .orderBy(evidence.observed_at)
    .limit(50);
  return rows.map((row) => row.evidence);
}

/** A part that was not named belongs to nobody's confinement, so it may be shown beside a case inside it. */
function unnamedPartsConfined(confinement: Confinement): SQL | undefined {
  const anyOrInside = (any: SQL, inside: SQL | undefined) =>
    inside === undefined ? sql`true` : or(any, inside);
  return and(
    anyOrInside(
      sql`${evidence.any_tenant}`,
      confine({ ...confinement, environments: null, services: null }, evidence),
    ),
    anyOrInside(
      sql`${evidence.any_environment}`,
      confine({ ...confinement, tenants: null, services: null }, evidence),
    ),
    anyOrInside(
      sql`${evidence.any_service}`,
      confine({ ...confinement, tenants: null, environments: null }, evidence),
    ),
  );
}

/**
 * Keeps evidence and the opening of its case from missing each other: evidence that finds no case holds the
 * key's shard alone until its commit, batches that open cases hold theirs together with other batches.
 */
export function lockIntentShards(
  tx: Transaction,
  keys: readonly { tool: string; idempotency_key: string }[],
  mode: "shared" | "alone",
): Promise<void> {
  const names = keys.map(({ tool, idempotency_key }) => JSON.stringify([tool, idempotency_key]));
  return lockShards(tx, "intents", names, mode);
}
