import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import type { Confinement } from "@/domain/permissions";
import { confineText } from "./confined-text";
import { wantedTexts } from "./wanted-texts";

const NEAR_ROWS = 200;
const NEAR_REFERENCES = 20;
const TABLES = ["events", "frames"] as const;

/**
 * References with one of these skeletons, of events and frames the caller may see. Sorted, since PostgreSQL sorts the
 * array once for each partition and sees at once when there is nothing to sort.
 */
export function findBySkeletons(
  db: Database,
  skeletons: readonly string[],
  confinement: Confinement,
): Promise<string[]> {
  const search = (table: Table, conditions: string) => `
    select '' as beginning, n.reference from ${table} n
    where n.skeleton = any(array(select value from json_array_elements_text($1::text::json))) and ${conditions}
    limit ${NEAR_ROWS}`;
  return findNear(db, confinement, [...skeletons].sort(), search);
}

/** References whose skeletons begin so: ranges on the index, never LIKE, for which `_` is a wildcard. */
export function findByBeginnings(
  db: Database,
  beginnings: readonly string[],
  confinement: Confinement,
): Promise<string[]> {
  const search = (table: Table, conditions: string) => `
    select wanted.value as beginning, found.reference
    from ${wantedTexts("$1", "wanted", "value")} cross join lateral (
      select n.reference from ${table} n
      where n.skeleton >= wanted.value and n.skeleton < wanted.value || U&'\\+10FFFF' and ${conditions}
      limit ${NEAR_ROWS}
    ) as found`;
  return findNear(db, confinement, beginnings, search);
}

type Table = (typeof TABLES)[number];
type Near = { beginning: string; reference: string; rows: number };

/**
 * Reads a few rows at a time and then only those of other references, so that one which was used a thousand
 * times hides nobody. Each round that goes on has found one more, so there are at most `NEAR_REFERENCES`.
 */
async function findNear(
  db: Database,
  confinement: Confinement,
  wanted: readonly string[],
  search: (table: Table, conditions: string) => string,
): Promise<string[]> {
  const confined = confineText(confinement, "n", 3);
  // An edit may part the halves of a character; PostgreSQL refuses them, and nothing stored holds them.
  const whole = JSON.stringify(wanted.filter((one) => one.isWellFormed()));
  const others = "n.reference <> all(array(select value from json_array_elements_text($2::text::json)))";
  const near = async (table: Table) => {
    const text = `select beginning, reference, count(*)::int as rows
      from (${search(table, others + confined.condition)}) as row group by beginning, reference order by reference`;
    const found: Near[] = [];
    for (let more = true; more && found.length < NEAR_REFERENCES; ) {
      const known = found.map(({ reference }) => reference);
      const rows = await runNamed<Near>(db, text, [whole, JSON.stringify(known), ...confined.parameters]);
      found.push(...rows);
      more = [...sumRows(rows).values()].some((count) => count >= NEAR_ROWS);
    }
    return found;
  };
  const found = (await Promise.all(TABLES.map(near))).flat();
  return [...new Set(firstOfEach(found))];
}

function sumRows(rows: readonly Near[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { beginning, rows: count } of rows) sums.set(beginning, (sums.get(beginning) ?? 0) + count);
  return sums;
}

/** So many references of each beginning: a short one must not crowd out a longer one. */
function firstOfEach(found: readonly Near[]): string[] {
  const taken = new Map<string, number>();
  return found.flatMap(({ beginning, reference }) => {
    const count = (taken.get(beginning) ?? 0) + 1;
    taken.set(beginning, count);
    return count <= NEAR_REFERENCES ? [reference] : [];
  });
}

const RECENT = `
  select reference from events order by occurred_at desc, event_id desc limit 500`;

/** What a reference begins with, as `prefixOf` reads it, else its first two characters: behind all that begin so. */
const BEHIND = `coalesce(substring(each.reference from '^[[:alpha:]]{2,8}[[:punct:]]'),
    substring(each.reference from '^[A-Z]{2,8}(?=[0-9])'), left(each.reference, 2)) || U&'\\+10FFFF'`;
const BEGINNINGS_MAX = 500;

/** One reference of each beginning: from the first that begins with a letter a step behind all that begin alike. */
const EACH_BEGINNING = `
  with recursive each(reference, step) as (
    (select e.reference, 1 from events e where e.reference >= 'A' order by e.reference limit 1)
    union all
    select next.reference, each.step + 1 from each cross join lateral (
      select e.reference from events e where e.reference > ${BEHIND} order by e.reference limit 1
    ) as next where each.step < ${BEGINNINGS_MAX}
  ) select reference from each`;

/**
 * References to learn from how they are made, never to be shown: those of the newest events, and one of each beginning,
 * however long ago and whoever reports more.
 */
export async function readSampleReferences(db: Database): Promise<{ newest: string[]; each: string[] }> {
  type Row = { reference: string };
  const [newest, each] = await Promise.all([
    runNamed<Row>(db, RECENT, []),
    runNamed<Row>(db, EACH_BEGINNING, []),
  ]);
  const referenceOf = ({ reference }: Row) => reference;
  return { newest: newest.map(referenceOf), each: each.map(referenceOf) };
}
