import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import type { Confinement } from "@/domain/permissions";
import { confineText } from "./confined-text";

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
  const wanted = "n.skeleton = any(array(select value from json_array_elements_text($1::text::json)))";
  return findNear(db, confinement, wanted, [JSON.stringify([...skeletons].sort())]);
}

/** References whose skeleton begins so: a range on the index, never LIKE, for which `_` is a wildcard. */
export function findByPrefix(db: Database, prefix: string, confinement: Confinement): Promise<string[]> {
  const range = "n.skeleton >= $1::text and n.skeleton < $2::text";
  return findNear(db, confinement, range, [prefix, `${prefix}\u{10FFFF}`]);
}

type Near = { reference: string; rows: number };

/**
 * Reads a few rows at a time and then only those of other references, so that one which was used a thousand
 * times hides nobody. Each round that goes on has found one more, so there are at most `NEAR_REFERENCES`.
 */
async function findNear(
  db: Database,
  confinement: Confinement,
  wanted: string,
  parameters: readonly string[],
): Promise<string[]> {
  const othersAt = parameters.length + 1;
  const { condition, parameters: confined } = confineText(confinement, "n", othersAt + 1);
  const near = async (table: (typeof TABLES)[number]) => {
    const text = `
      select reference, count(*)::int as rows from (
        select n.reference from ${table} n
        where ${wanted} and n.reference <> all(array(select value from json_array_elements_text($${othersAt}::text::json)))
          ${condition} limit ${NEAR_ROWS}
      ) as row group by reference`;
    const found: string[] = [];
    for (let more = true; more && found.length < NEAR_REFERENCES; ) {
      const rows = await runNamed<Near>(db, text, [...parameters, JSON.stringify(found), ...confined]);
      found.push(...rows.map(({ reference }) => reference));
      more = rows.reduce((sum, row) => sum + row.rows, 0) === NEAR_ROWS;
    }
    return found;
  };
  const found = await Promise.all(TABLES.map(near));
  return [...new Set(found.flat())].sort().slice(0, NEAR_REFERENCES);
}

const RECENT = `
  select reference from events order by occurred_at desc, event_id desc limit 500`;

/** The references of the newest events of all producers: only ever to learn how they are made, never to be shown. */
export async function readRecentReferences(db: Database): Promise<string[]> {
  const rows = await runNamed<{ reference: string }>(db, RECENT, []);
  return rows.map(({ reference }) => reference);
}
