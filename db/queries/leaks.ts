import { and, asc, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { leaks } from "@/db/schema/leaks";
import type { ValueFilters } from "@/domain/filters";
import { foldedPartOf } from "@/domain/folded-part";
import { instantFromPostgres } from "@/domain/instant";
import type { LeakKind } from "@/domain/leak-kinds";
import { WHOLE_BODY } from "@/domain/leaks-in-body";
import type { Confinement } from "@/domain/permissions";
import { levelOf } from "@/domain/rate-rows";
import { confine } from "./confinement";
import { matching } from "./event-filter";
import { countBySteps, withDays } from "./rates";

export type LeakQuestion = {
  /** Days of UTC, both included. */
  from: string;
  to: string;
  kind: readonly LeakKind[];
  confinement: Confinement;
} & Pick<ValueFilters, "tool" | "environment" | "service" | "tenant">;

/** What events are filtered by and leaks are not counted by. */
const NOT_KEPT = { class: null, effect: null, release: null, unmapped: null };

export type LeakPart = {
  tool: string;
  kind: LeakKind;
  field: string;
  code: string;
  events: number;
  example: string;
  example_reference: string;
  example_event_id: string;
  first_seen_at: string;
  last_seen_at: string;
  /** How many such parts its tool has. */
  of: number;
};

const TOOLS_MOST = 200;
const PARTS_MOST = 50;

/** Events counted in the days and among the dimensions that are asked for. */
function asked(question: LeakQuestion): SQL | undefined {
  const { from, to, kind, confinement } = question;
  return and(
    sql`${leaks.day} between ${from}::text::date and ${to}::text::date`,
    matching(question, { ...leaks, ...NOT_KEPT }),
    // Of the whole body only the first kind is known: among chosen kinds it would count too little.
    kind.length > 0 ? and(inArray(leaks.kind, [...kind]), sql`${leaks.field} <> ${WHOLE_BODY}`) : undefined,
    confine(confinement, leaks),
  );
}

/**
 * The tools that leak most, at most 200 of `tools`, by all that is counted. `events`: how many leaked anything, null
 * where kinds are chosen.
 */
export async function readLeakingTools(tx: Database | Transaction, question: LeakQuestion) {
  const whole = sql<
    number | null
  >`(sum(${leaks.events}) filter (where ${leaks.field} = ${WHOLE_BODY}))::float8`;
  const rows = await tx
    .select({
      tool: leaks.tool,
      events: whole,
      last_seen_at: sql<string>`max(${leaks.last_seen_at})::text`,
      tools: sql<number>`(count(*) over ())::int`,
    })
    .from(leaks)
    .where(asked(question))
    .groupBy(leaks.tool)
    .orderBy(sql`coalesce(${whole}, sum(${leaks.events})::float8) desc`, asc(leaks.tool))
    .limit(TOOLS_MOST);
  return {
    tools: rows[0]?.tools ?? 0,
    rows: rows.map(({ tools: _, ...row }) => ({
      ...row,
      last_seen_at: instantFromPostgres(row.last_seen_at),
    })),
  };
}

/** What these tools leak by kind, part and code, each with its newest example: the 50 most frequent of each tool. */
export async function readLeakParts(
  tx: Transaction,
  question: LeakQuestion,
  tools: readonly string[],
): Promise<LeakPart[]> {
  if (tools.length === 0) return [];
  const newest = (column: SQL) =>
    sql<string>`(array_agg(${column} order by ${leaks.last_seen_at} desc, ${leaks.leak_id}))[1]`;
  const events = sql<number>`sum(${leaks.events})::float8`;
  const ranked = tx
    .select({
      ...{ tool: leaks.tool, kind: leaks.kind, field: leaks.field, code: leaks.code },
      events: events.as("events"),
      example: newest(sql`${leaks.example}`).as("example"),
      example_reference: newest(sql`${leaks.example_reference}`).as("example_reference"),
      example_event_id: newest(sql`${leaks.example_event_id}`).as("example_event_id"),
      first_seen_at: sql<string>`min(${leaks.first_seen_at})::text`.as("first_seen_at"),
      last_seen_at: sql<string>`max(${leaks.last_seen_at})::text`.as("last_seen_at"),
      rank: sql<number>`row_number() over (partition by ${leaks.tool}
        order by ${events} desc, ${leaks.kind}, ${leaks.field}, ${leaks.code})`.as("rank"),
      of: sql<number>`(count(*) over (partition by ${leaks.tool}))::int`.as("of"),
    })
    .from(leaks)
    .where(and(asked(question), sql`${leaks.field} <> ${WHOLE_BODY}`, inArray(leaks.tool, [...tools])))
    .groupBy(leaks.tool, leaks.kind, leaks.field, leaks.code)
    .as("ranked");
  const rows = await tx
    .select()
    .from(ranked)
    .where(lte(ranked.rank, PARTS_MOST))
    .orderBy(asc(ranked.tool), asc(ranked.rank));
  return rows.map(({ rank: _, ...row }) => ({
    ...row,
    first_seen_at: instantFromPostgres(row.first_seen_at),
    last_seen_at: instantFromPostgres(row.last_seen_at),
  }));
}

/** Failures of these tools in the same days, the leaking ones among them; of whole days where they are summed. */
export async function countFailuresOfTools(
  tx: Transaction,
  { from, to, environment, service, tenant, confinement }: LeakQuestion,
  tools: readonly string[],
): Promise<Map<string, number>> {
  if (tools.length === 0) return new Map();
  const filters = { environment, service, tenant, tool: [...tools] };
  const question = {
    rows: { kind: "hours", level: levelOf({ filters, confinement }) },
    boundaries: [Date.parse(from), Date.parse(to) + DAY_MILLIS],
    ...{ filters, confinement },
  } as const;
  const rows = await countBySteps(tx, await withDays(tx, question, foldedPartOf(question, "tool")), "tool");
  return new Map(rows.map(({ key, failures }) => [key ?? "", failures]));
}

const DAY_MILLIS = 86_400_000;
