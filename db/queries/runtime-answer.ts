import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import { verdicts } from "@/db/schema/verdicts";
import type { Confinement } from "@/domain/permissions";

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

/** One runtime's question, with what its key may see: nothing else can answer it. */
export type RuntimeQuestion = { target: RuntimeTarget; confinement: Confinement };

/** More intents than this are not worth naming one by one. */
const MATCHES_MAX = 100;

const CASE = {
  case_id: cases.case_id,
  state: cases.state,
  intent_hash: cases.intent_hash,
  flags: cases.flags,
  tool: cases.tool,
  idempotency_key: cases.idempotency_key,
  tenant: cases.tenant,
  environment: cases.environment,
  service: cases.service,
  key_expires_at: cases.key_expires_at,
  safe_after: cases.safe_after,
};

const VERDICT = {
  verdict_id: verdicts.verdict_id,
  case_id: verdicts.case_id,
  verdict: verdicts.verdict,
  directive: verdicts.directive,
  retry_with: verdicts.retry_with,
  valid_until: verdicts.valid_until,
  external_id: verdicts.external_id,
  observed_at: verdicts.observed_at,
  settled_at: verdicts.settled_at,
  delivered_at: verdicts.delivered_at,
  acknowledged_at: verdicts.acknowledged_at,
};

/**
 * The cases that each question may mean, the newest life of each intent only, with the verdict that stands.
 * What could not be read is meant only when nothing readable is. Any number of questions of any number of
 * keys cost one statement for each way of asking, and each is answered within its own confinement.
 */
export async function findForRuntimes(
  db: Database,
  questions: readonly RuntimeQuestion[],
): Promise<RuntimeMatch[][]> {
  const asked = questions.map(askedOf);
  const ways: Way[] = ["case", "event", "key"];
  const found = await Promise.all(
    ways.map((way) => {
      const rows = asked.filter((one) => one.way === way);
      return rows.length === 0 ? [] : findAsked(db, way, rows);
    }),
  );
  const matches: FoundRow[][] = questions.map(() => []);
  for (const one of found.flat()) matches[one.n]?.push(one);
  return matches.map(meantBy);
}

type Way = "case" | "event" | "key";
type Asked = ReturnType<typeof askedOf>;

/** A question as a row of `asked`. */
function askedOf({ target, confinement }: RuntimeQuestion, n: number) {
  const within = {
    tenants: confinement.tenants,
    environments: confinement.environments,
    services: confinement.services,
  };
  if ("case_id" in target) return { n, way: "case", case_id: target.case_id, ...within };
  if ("event_id" in target) return { n, way: "event", event_id: target.event_id, ...within };
  const { tool, idempotency_key, tenant, environment, service } = target;
  return {
    ...{ n, way: "key", tool, idempotency_key, tenant, environment, service, ...within },
    any_tenant: tenant === undefined,
    any_environment: environment === undefined,
    any_service: service === undefined,
  };
}

const MEANT: Record<Way, SQL> = {
  case: sql`${cases.case_id} = asked.case_id`,
  event: sql`${cases.case_id} in (select ${attempts.case_id} from ${attempts} where ${attempts.event_id} = asked.event_id)`,
  key: sql`${cases.idempotency_key} = asked.idempotency_key and ${cases.tool} = asked.tool
    and (asked.any_tenant or ${cases.tenant} is not distinct from asked.tenant)
    and (asked.any_environment or ${cases.environment} is not distinct from asked.environment)
    and (asked.any_service or ${cases.service} is not distinct from asked.service)`,
};

/** `confine` for many callers at once: each row of `asked` brings the lists of its own. */
const CONFINED = sql`(asked.tenants is null or ${cases.tenant} = any(asked.tenants))
  and (asked.environments is null or ${cases.environment} = any(asked.environments))
  and (asked.services is null or ${cases.service} = any(asked.services))`;

/** One index probe for each question: 500 of them cost some 10 ms, asked one by one 500 round trips. */
function findAsked(db: Database, way: Way, rows: readonly Asked[]) {
  const asked = sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as asked(n int, case_id uuid,
    event_id text, tool text, idempotency_key text, tenant text, environment text, service text, any_tenant bool,
    any_environment bool, any_service bool, tenants text[], environments text[], services text[])`;
  const meant = db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(sql`${MEANT[way]} and ${CONFINED}`)
    .orderBy(desc(cases.first_attempt_at), desc(cases.generation))
    .limit(MATCHES_MAX)
    .as("meant");
  return db
    .select({ n: sql<number>`asked.n`, row: CASE, verdict: VERDICT })
    .from(asked)
    .crossJoinLateral(meant)
    .innerJoin(cases, eq(cases.case_id, meant.case_id))
    .leftJoin(verdicts, eq(verdicts.verdict_id, cases.verdict_id))
    .orderBy(desc(cases.first_attempt_at), desc(cases.generation));
}

type FoundRow = Awaited<ReturnType<typeof findAsked>>[number];

/** A case that a question means, with the verdict that stands. */
export type RuntimeMatch = Omit<FoundRow, "n">;
export type StandingAnswer = NonNullable<RuntimeMatch["verdict"]>;

/** The rows of one question, newest life first. */
function meantBy(rows: readonly FoundRow[]): RuntimeMatch[] {
  const newest = new Map<string, RuntimeMatch>();
  for (const one of rows) if (!newest.has(one.row.intent_hash)) newest.set(one.row.intent_hash, one);
  const found = [...newest.values()];
  const readable = found.filter(({ row }) => !row.flags.includes("unreadable"));
  return readable.length > 0 ? readable : found;
}
