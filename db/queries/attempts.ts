import { getTableColumns, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { preparedFor } from "@/db/prepared";
import { attempts } from "@/db/schema/attempts";
import { parseJson, stringifyJson } from "@/domain/json";

export type AttemptRow = typeof attempts.$inferSelect;

/** An attempt to be written, with the case it belongs to. */
export type AttemptToStore = Omit<
  AttemptRow,
  | "attempt_id"
  | "snapshot"
  | "found"
  | "found_external_id"
  | "found_note"
  | "found_by"
  | "found_by_id"
  | "found_at"
> & {
  snapshot: Record<string, unknown>;
};

/** Which of these identities are attempts already, and of which case: a repeat changes nothing. */
export async function findAttempts(
  tx: Database | Transaction,
  identities: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ identity: attempts.identity, case_id: attempts.case_id })
    .from(attempts)
    .where(sql`${attempts.identity} = any(${sql.param(identities)}::text[])`);
  return new Map(rows.map((row) => [row.identity, row.case_id]));
}

/** Writes attempts and answers the identities of those that are new. Their cases are locked by the caller. */
export async function insertAttempts(
  tx: Transaction,
  items: readonly AttemptToStore[],
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const rows = await tx.execute<{ identity: string }>(sql`
    insert into attempts (case_id, identity, source_id, event_id, reference, occurred_at, received_at, tool, code, class,
      effect, run_id, call_id, arguments_hash, unreadable, snapshot)
    select * from json_to_recordset(${stringifyJson(items)}::text::json) as item(case_id uuid, identity text,
      source_id int, event_id text, reference text, occurred_at timestamptz, received_at timestamptz, tool text,
      code text, class text, effect text, run_id text, call_id text, arguments_hash text, unreadable text, snapshot json)
    order by identity
    on conflict do nothing
    returning identity`);
  return new Set(rows.map((row) => row.identity));
}

/** As text, since the driver's JSON.parse would round numbers beyond a double. */
const COLUMNS = { ...getTableColumns(attempts), snapshot: sql<string>`${attempts.snapshot}::text` };

const WITHOUT_SNAPSHOT = { ...COLUMNS, snapshot: sql<string>`'null'` };

/**
 * The newest attempts of each case, oldest first; at most `limit` a case. Numbers in snapshots are carried;
 * `snapshots: false` leaves them where they are, in a list they are most of what is read.
 */
export async function listAttempts(
  db: Database | Transaction,
  case_ids: readonly string[],
  limit: number,
  { snapshots } = { snapshots: true },
): Promise<AttemptRow[]> {
  if (case_ids.length === 0) return [];
  const newest = snapshots ? newestWithSnapshot : newestAttempts;
  const rows = await newest(db).execute({ case_ids, limit });
  return rows.map((row) => ({ ...row, snapshot: parseJson(row.snapshot) }));
}

const newestWithSnapshot = preparedFor((db) => selectNewest(db, COLUMNS).prepare("attempts_with_snapshots"));
const newestAttempts = preparedFor((db) => selectNewest(db, WITHOUT_SNAPSHOT).prepare("attempts"));

function selectNewest(db: Database | Transaction, columns: typeof COLUMNS) {
  const newest = sql`select attempt_id from (
      select attempt_id, row_number() over (partition by case_id order by occurred_at desc, attempt_id desc) as rank
      from attempts where case_id = any(${sql.placeholder("case_ids")}::uuid[])) ranked
    where rank <= ${sql.placeholder("limit")}`;
  return db
    .select(columns)
    .from(attempts)
    .where(sql`${attempts.attempt_id} in (${newest})`)
    .orderBy(attempts.occurred_at, attempts.attempt_id);
}
