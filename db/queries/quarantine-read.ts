import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { quarantine } from "@/db/schema/quarantine";
import { sources } from "@/db/schema/sources";
import type { Confinement } from "@/domain/permissions";
import { skeletonOf } from "@/domain/reference";
import type { QuarantineFilter } from "@/domain/replay";
import { findAttempts } from "./attempts";
import { confine } from "./confinement";
import { digestOf } from "./intent-hash";

const {
  skeleton: _skeleton,
  content_hash: _hash,
  decided_by_id: _by,
  ...COLUMNS
} = getTableColumns(quarantine);

/** The condition of a filter, within what the reader may see. */
export function matchesQuarantine(confinement: Confinement, filter: QuarantineFilter): SQL | undefined {
  const { q, from, to, says_unknown } = filter;
  return and(
    confine(confinement, quarantine),
    anyOf(quarantine.state, filter.state),
    filter.source && sql`${quarantine.source_id} = any(${sql.param(filter.source)}::int[])`,
    anyOf(quarantine.door, filter.door),
    anyOf(quarantine.reason, filter.reason),
    anyOf(quarantine.field, filter.field),
    anyOf(quarantine.tool, filter.tool),
    anyOf(quarantine.service, filter.service),
    anyOf(quarantine.environment, filter.environment),
    anyOf(quarantine.tenant, filter.tenant),
    from === undefined ? undefined : sql`${quarantine.last_received_at} >= ${from}::text::timestamptz`,
    to === undefined ? undefined : sql`${quarantine.last_received_at} < ${to}::text::timestamptz`,
    says_unknown === undefined ? undefined : eq(quarantine.says_unknown, says_unknown),
    q === undefined ? undefined : mentions(q),
  );
}

function anyOf(
  column: SQL | (typeof quarantine)[keyof typeof COLUMNS],
  values: readonly string[] | undefined,
) {
  return values && sql`${column} = any(${sql.param(values)}::text[])`;
}

/** The payload is left out: looking through it would read all of it from where large texts are kept. */
function mentions(q: string): SQL {
  return sql`(${quarantine.reference} = ${q}::text or ${quarantine.skeleton} = ${skeletonOf(q)}::text
    or ${quarantine.event_id}::text = ${q.toLowerCase()}::text or ${quarantine.tool} = ${q}::text
    or strpos(lower(${quarantine.detail}), ${q.toLowerCase()}::text) > 0)`;
}

export type QuarantineCursor = [last_received_at: string, quarantine_id: number];

function readRows(db: Database | Transaction, where: SQL | undefined) {
  return db
    .select({ ...COLUMNS, source: sources.name })
    .from(quarantine)
    .leftJoin(sources, eq(sources.source_id, quarantine.source_id))
    .where(where)
    .orderBy(desc(quarantine.last_received_at), desc(quarantine.quarantine_id))
    .$dynamic();
}

export type QuarantineRow = Awaited<ReturnType<typeof readRows>>[number];

/** What came last first, below the cursor. The index `quarantine_by_last` gives the order. */
export function listQuarantineRows(
  db: Database | Transaction,
  which: SQL | undefined,
  page: { cursor: QuarantineCursor | null; limit: number },
): Promise<QuarantineRow[]> {
  const { cursor, limit } = page;
  const beyond =
    cursor &&
    sql`(${quarantine.last_received_at}, ${quarantine.quarantine_id}) < (${cursor[0]}::text::timestamptz, ${cursor[1]}::bigint)`;
  return readRows(db, and(which, beyond ?? undefined)).limit(limit);
}

export async function findQuarantineRow(
  db: Database,
  confinement: Confinement,
  quarantine_id: number,
): Promise<QuarantineRow | null> {
  const here = and(confine(confinement, quarantine), eq(quarantine.quarantine_id, quarantine_id));
  return (await readRows(db, here))[0] ?? null;
}

/** Open items, for the condition of who chooses what is to be done to them. */
export function chosenOpen(
  confinement: Confinement,
  choose: { ids: readonly number[] } | QuarantineFilter,
  state: "open" | "dismissed" = "open",
): SQL | undefined {
  const which =
    "ids" in choose
      ? and(
          confine(confinement, quarantine),
          sql`${quarantine.quarantine_id} = any(${sql.param(choose.ids)}::bigint[])`,
        )
      : matchesQuarantine(confinement, choose);
  return and(which, eq(quarantine.state, state));
}

export async function countQuarantine(db: Database | Transaction, which: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(quarantine).where(which);
  return row?.total ?? 0;
}

const FACETS = ["reason", "door", "source", "tool", "field"] as const;
const FACET_VALUES = 50;
type Facet = { value: string; count: number };
export type QuarantineFacets = Record<Exclude<(typeof FACETS)[number], "source">, Facet[]> & {
  source: (Facet & { name: string })[];
};

/** How many match and how they divide by each of these columns, in one look at them. */
export async function countFacets(
  db: Database,
  which: SQL | undefined,
): Promise<{ total: number; facets: QuarantineFacets }> {
  const rows = await db.execute<{
    facet: string;
    value: string | null;
    name: string | null;
    count: number;
  }>(sql`
    with counted as (
      select reason, door, source_id, tool, field, count(*)::int as count,
        case when grouping(reason) = 0 then 'reason' when grouping(door) = 0 then 'door'
          when grouping(source_id) = 0 then 'source' when grouping(tool) = 0 then 'tool'
          when grouping(field) = 0 then 'field' else 'total' end as facet
      from quarantine where ${which ?? sql`true`}
      group by grouping sets ((reason), (door), (source_id), (tool), (field), ())),
    ranked as (
      select facet, coalesce(reason, door, source_id::text, tool, field) as value, source_id, count,
        row_number() over (partition by facet order by count desc, coalesce(reason, door, source_id::text, tool, field)) as rank
      from counted)
    select r.facet, r.value, s.name, r.count from ranked r left join sources s on s.source_id = r.source_id
    where rank <= ${FACET_VALUES}::int order by r.facet, r.rank`);
  const facets: QuarantineFacets = { reason: [], door: [], source: [], tool: [], field: [] };
  for (const { facet, value, name, count } of rows) {
    if (value === null) continue;
    if (facet === "source") facets.source.push({ value, count, name: name ?? value });
    else if (isFacet(facet)) facets[facet].push({ value, count });
  }
  return { total: rows.find(({ facet }) => facet === "total")?.count ?? 0, facets };
}

function isFacet(facet: string): facet is Exclude<(typeof FACETS)[number], "source"> {
  return facet !== "source" && (FACETS as readonly string[]).includes(facet);
}

/** What an unreadable item's attempt is known by, as `prepareAttempts` has it. */
export function identityOfUnreadable(row: { source_id: number; lone_event: string }): string {
  return digestOf(JSON.stringify(["unreadable", row.source_id, row.lone_event]));
}

/** The cases that these items' unknown effects are in, by quarantine id. */
export async function findCasesOf(
  tx: Database | Transaction,
  rows: readonly { quarantine_id: number; source_id: number; lone_event: string | null }[],
): Promise<Map<number, string>> {
  const identities = rows.flatMap(({ quarantine_id, source_id, lone_event }) =>
    lone_event === null ? [] : [[quarantine_id, identityOfUnreadable({ source_id, lone_event })] as const],
  );
  if (identities.length === 0) return new Map();
  const found = await findAttempts(
    tx,
    identities.map(([, identity]) => identity),
  );
  return new Map(
    identities.flatMap(([quarantine_id, identity]) => {
      const case_id = found.get(identity);
      return case_id === undefined ? [] : [[quarantine_id, case_id] as const];
    }),
  );
}
