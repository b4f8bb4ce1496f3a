import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import { verdicts } from "@/db/schema/verdicts";
import type { CaseScope } from "@/domain/case-scope";
import { withinScope } from "./case-scope";
import type { CaseRow } from "./lock-cases";
import type { VerdictRow } from "./verdicts";

/** Undefined matches any value, null matches "absent" only. */
export type IntentQuery = {
  tool: string;
  idempotency_key: string;
  tenant?: string | null | undefined;
  environment?: string | null | undefined;
  service?: string | null | undefined;
};

/** What a runtime asks about; never a reference, which is not an identity. */
export type RuntimeTarget = { case_id: string } | { event_id: string } | IntentQuery;

export type RuntimeMatch = { row: CaseRow; verdict: VerdictRow | null };

/** More intents than this are not worth naming one by one. */
const MATCHES_MAX = 100;

function part(column: PgColumn, value: string | null | undefined): SQL | undefined {
  if (value === undefined) return undefined;
  return value === null ? isNull(column) : eq(column, value);
}

function matches(target: RuntimeTarget): SQL | undefined {
  if ("case_id" in target) return eq(cases.case_id, target.case_id);
  if ("event_id" in target)
    return sql`${cases.case_id} in (select ${attempts.case_id} from ${attempts} where ${eq(attempts.event_id, target.event_id)})`;
  return and(
    eq(cases.idempotency_key, target.idempotency_key),
    eq(cases.tool, target.tool),
    part(cases.tenant, target.tenant),
    part(cases.environment, target.environment),
    part(cases.service, target.service),
  );
}

/**
 * The cases a question may mean, the newest life of each intent only, with the verdict that stands. What
 * could not be read is meant only when nothing readable is.
 */
export async function findForRuntime(
  db: Database | Transaction,
  scope: CaseScope,
  target: RuntimeTarget,
): Promise<RuntimeMatch[]> {
  const rows = await db
    .select({ row: cases, verdict: verdicts })
    .from(cases)
    .leftJoin(verdicts, eq(verdicts.verdict_id, cases.verdict_id))
    .where(and(matches(target), withinScope(scope)))
    .orderBy(desc(cases.first_attempt_at), desc(cases.generation))
    .limit(MATCHES_MAX);
  const newest = new Map<string, RuntimeMatch>();
  for (const one of rows) if (!newest.has(one.row.intent_hash)) newest.set(one.row.intent_hash, one);
  const found = [...newest.values()];
  const readable = found.filter(({ row }) => !row.flags.includes("unreadable"));
  return readable.length > 0 ? readable : found;
}
