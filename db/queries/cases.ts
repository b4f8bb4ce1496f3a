import { and, asc, desc, eq, gt, isNotNull, lte, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { preparedFor } from "@/db/prepared";
import { cases } from "@/db/schema/cases";
import type { CaseFilter } from "@/domain/case-filter";
import { CASE_VIEWS, type CaseView } from "@/domain/case-rules";
import type { CaseScope } from "@/domain/case-scope";
import { isAwake, matchesFilter } from "./case-filter";
import { withinScope } from "./case-scope";
import type { CaseRow } from "./lock-cases";

/** Who looks, what they may see, and when. */
export type CaseViewer = { scope: CaseScope; holder_id: string; now: string };

/** A value, or the place of one in a prepared statement. */
type Given = string | Placeholder;

/** The last row of a page: its sort value and id. */
export type CaseCursor = [at: string, case_id: string];

/**
 * Nobody took the answer: it was not handed over, or its time passed before anyone acknowledged it. In the words of
 * the indexes `verdicts_undelivered` and `verdicts_run_out`, so that the few are looked up from there: the verdict
 * that stands is settled and not superseded anyway.
 */
const notTaken = (now: Given) => sql`(${cases.case_id}, ${cases.verdict_id}) in (
  select v.case_id, v.verdict_id from verdicts v
  where v.state = 'settled' and v.superseded_at is null and v.delivered_at is null and v.acknowledged_at is null
  union all
  select v.case_id, v.verdict_id from verdicts v
  where v.state = 'settled' and v.superseded_at is null and v.delivered_at is not null and v.acknowledged_at is null
    and v.valid_until <= ${now}::text::timestamptz)`;

/** The condition by which a person watches a case. */
const watchedBy = (person_id: Given) =>
  sql`${cases.case_id} in (select w.case_id from watches w where w.person_id = ${person_id})`;

/** What a view holds; what is asked of a whole view, such as a bulk action's set, asks by this as well. */
export function inView(view: CaseView, viewer: { holder_id: Given; now: Given }): SQL | undefined {
  switch (view) {
    case "open":
      return and(eq(cases.state, "open"), isAwake(viewer.now));
    case "mine":
      return and(eq(cases.claimed_by_id, viewer.holder_id), gt(cases.claim_expires_at, viewer.now));
    case "assigned":
      return and(eq(cases.assigned_to_id, viewer.holder_id), ne(cases.state, "settled"));
    case "second":
      return eq(cases.state, "awaiting_second");
    case "escalated":
      return isNotNull(cases.escalated_at);
    case "snoozed":
      return gt(cases.snoozed_until, viewer.now);
    case "watched":
      return and(ne(cases.state, "settled"), watchedBy(viewer.holder_id));
    case "settled":
      return eq(cases.state, "settled");
    case "undelivered":
      return and(eq(cases.state, "settled"), notTaken(viewer.now));
    case "overdue":
      return and(ne(cases.state, "settled"), lte(cases.deadline_at, viewer.now));
  }
}

/** What the view is sorted by: settled ones newest first, the rest by the nearest deadline. */
const newestFirst = (view: CaseView | undefined) => view === "settled";
const sortedBy = (view: CaseView | undefined) =>
  view === "settled" || view === "undelivered" ? cases.settled_at : cases.deadline_at;

/** A page of the queue after `cursor`; `next` is null on the last one. */
export async function listCaseRows(
  db: Database,
  viewer: CaseViewer,
  query: { view?: CaseView | undefined; filter: CaseFilter; cursor: CaseCursor | null; limit: number },
): Promise<{ rows: CaseRow[]; next: CaseCursor | null }> {
  const { view, filter, cursor, limit } = query;
  const among = and(withinScope(viewer.scope), matchesFilter(filter));
  const place = cursor === null ? "first" : "after";
  const statement =
    among === undefined ? pagesOfAll[place][view ?? "all"](db) : pageStatement(db, place, view, among);
  const [at, case_id] = cursor ?? [];
  const { holder_id, now } = viewer;
  const rows = await statement.execute({ holder_id, now, at, case_id, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  const value = last && (sortedBy(view) === cases.settled_at ? last.settled_at : last.deadline_at);
  return { rows: page, next: more && value ? [value, last.case_id] : null };
}

type Place = "first" | "after";

function pageStatement(
  db: Database | Transaction,
  place: Place,
  view: CaseView | undefined,
  among: SQL | undefined,
) {
  const viewer = { holder_id: sql.placeholder("holder_id"), now: sql.placeholder("now") };
  const at = sortedBy(view);
  const order = newestFirst(view) ? desc : asc;
  const beyond = sql`(${at}, ${cases.case_id}) ${sql.raw(newestFirst(view) ? "<" : ">")}
    (${sql.placeholder("at")}::text::timestamptz, ${sql.placeholder("case_id")}::text::uuid)`;
  return db
    .select()
    .from(cases)
    .where(and(among, view && inView(view, viewer), place === "after" ? beyond : undefined))
    .orderBy(order(at), order(cases.case_id))
    .limit(sql.placeholder("limit"))
    .prepare("list_cases");
}

/** The views without a filter, as most people see them most of the time: built once each. */
const pagesOfAll = { first: pagesOf("first"), after: pagesOf("after") };

function pagesOf(place: Place) {
  const of = (view: CaseView | undefined) => preparedFor((db) => pageStatement(db, place, view, undefined));
  const views = Object.fromEntries(CASE_VIEWS.map((view) => [view, of(view)]));
  return { ...(views as Record<CaseView, ReturnType<typeof of>>), all: of(undefined) };
}

export type CaseCounts = Record<CaseView, number>;

/** How many there are in each of these views, under the same filters as the list. */
export async function countCases<V extends CaseView = CaseView>(
  db: Database,
  viewer: CaseViewer,
  filter: CaseFilter,
  views: readonly V[] = CASE_VIEWS as readonly CaseView[] as readonly V[],
): Promise<Record<V, number>> {
  const { state: _state, ...rest } = filter;
  const among = and(withinScope(viewer.scope), matchesFilter(rest));
  const each = Object.fromEntries(views.map((view) => [view, countIn(view, viewer, among)]));
  const [counts] = await db.select(each).from(sql`(values (0)) as once`).prepare("count_cases").execute();
  if (counts === undefined) throw new Error("the counts of the queue returned no row");
  return counts as Record<V, number>;
}

/** What `cases_unsettled` counts without reading a row; the open ones are all of it but the few in `second` and `snoozed`. */
function countIn(view: CaseView, viewer: CaseViewer, among: SQL | undefined): SQL {
  const count = (which: SQL | undefined) =>
    sql`(select count(*)::int from ${cases} where ${and(which, among)})`;
  if (view !== "open") return count(inView(view, viewer));
  const [second, snoozed] = [inView("second", viewer), inView("snoozed", viewer)];
  return sql`(${count(sql`${cases.state} <> 'settled'`)} - ${count(second)} - ${count(snoozed)})`;
}

/** The case, if the scope reaches it. */
export async function findCase(
  db: Database | Transaction,
  scope: CaseScope,
  case_id: string,
): Promise<CaseRow | null> {
  const rows = await db
    .select()
    .from(cases)
    .where(and(eq(cases.case_id, case_id), withinScope(scope)));
  return rows[0] ?? null;
}

/** Makes a case one of "the cases they opened" of one more reporter. */
export async function addReporter(tx: Transaction, case_id: string, reporter_id: string): Promise<void> {
  await tx
    .update(cases)
    .set({ reporter_ids: sql`array_append(${cases.reporter_ids}, ${reporter_id}::text)` })
    .where(and(eq(cases.case_id, case_id), sql`not ${cases.reporter_ids} @> array[${reporter_id}]::text[]`));
}
