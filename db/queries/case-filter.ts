import {
  and,
  arrayOverlaps,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { cases } from "@/db/schema/cases";
import { beginningOf, type CaseFilter, idsBeginning } from "@/domain/case-filter";

/** The condition of a filter; undefined when it lets everything pass. */
export function matchesFilter(filter: CaseFilter): SQL | undefined {
  const { opened_from, opened_to, deadline_from, deadline_to } = filter;
  return and(
    filter.state?.length ? inArray(cases.state, filter.state) : undefined,
    filter.tool?.length ? inArray(cases.tool, filter.tool) : undefined,
    filter.service?.length ? inArray(cases.service, filter.service) : undefined,
    filter.tenant?.length ? inArray(cases.tenant, filter.tenant) : undefined,
    filter.environment?.length ? inArray(cases.environment, filter.environment) : undefined,
    filter.flag?.length ? arrayOverlaps(cases.flags, filter.flag) : undefined,
    opened_from === undefined ? undefined : sql`${openingBegan} >= ${opened_from}::text::timestamptz`,
    opened_to === undefined ? undefined : sql`${openingBegan} < ${opened_to}::text::timestamptz`,
    deadline_from === undefined ? undefined : gte(cases.deadline_at, deadline_from),
    deadline_to === undefined ? undefined : lt(cases.deadline_at, deadline_to),
    filter.assignees?.length ? assignedTo(filter.assignees) : undefined,
    filter.held && heldAt(filter.held),
    filter.q === undefined ? undefined : named(filter.q),
  );
}

/** A reopened case begins anew: the same age that the figures count (docs/figures.md). */
const openingBegan = sql`coalesce(${cases.reopened_at}, ${cases.opened_at})`;

function assignedTo(assignees: readonly (string | null)[]): SQL | undefined {
  const ids = assignees.filter((id) => id !== null);
  return or(
    ids.length > 0 ? inArray(cases.assigned_to_id, ids) : undefined,
    ids.length < assignees.length ? isNull(cases.assigned_to_id) : undefined,
  );
}

/** Not put aside: a snooze that is over counts as none, whether or not a duty has come by. */
export const isAwake = (now: string | Placeholder): SQL | undefined =>
  or(isNull(cases.snoozed_until), lte(cases.snoozed_until, now));

const heldAt = ({ is, at }: { is: boolean; at: string }): SQL | undefined =>
  is ? gt(cases.claim_expires_at, at) : or(isNull(cases.claim_expires_at), lte(cases.claim_expires_at, at));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The few cases of this key, reference or id, or those whose begins so; references are found in capitals, too, as they
 * are read aloud or copied. An array looked up first, by one index each, and then the primary key: as three conditions
 * joined by OR, the whole queue was read.
 */
function named(q: string): SQL {
  const id = UUID.test(q) ? sql` union select ${q}::text::uuid` : sql``;
  const part = beginningOf(q);
  const more = part === null ? sql`` : sql` union ${begins(part)}`;
  return sql`${cases.case_id} = any(array(
    select case_id from cases named where named.idempotency_key = ${q}
    union select case_id from attempts where attempts.reference in (${q}, lower(${q}::text))${id}${more}))`;
}

/** By bytes, as the indexes `cases_by_key` and `attempts_by_reference` are sorted: LIKE would take `_` for any letter. */
function begins(part: string): SQL {
  const from = (column: SQL, text: SQL) =>
    sql`(${column} ~>=~ ${text} and ${column} ~<=~ (${text} || chr(1114111)))`;
  const [reference, given] = [sql`attempts.reference`, sql`${part}::text`];
  const range = idsBeginning(part);
  const ids =
    range === null
      ? sql``
      : sql` union select case_id from cases named
          where named.case_id between ${range.from}::text::uuid and ${range.to}::text::uuid`;
  return sql`select case_id from cases named where ${from(sql`named.idempotency_key`, given)}
    union select case_id from attempts where ${from(reference, given)} or ${from(reference, sql`lower(${given})`)}${ids}`;
}
