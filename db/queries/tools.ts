import { and, asc, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { runNamed } from "@/db/driver";
import { probes } from "@/db/schema/probes";
import { series } from "@/db/schema/series";
import { tools } from "@/db/schema/tools";
import type { Confinement } from "@/domain/permissions";
import { DEFAULT_TOOL_RULES, type ToolRules } from "@/domain/tool-rules";
import { confine } from "./confinement";
import { lockShards } from "./shard-locks";

export type ToolRow = typeof tools.$inferSelect;
export type ToolSettings = Omit<ToolRow, "tool" | "first_seen_at" | "updated_at" | "updated_by">;

/** Enters tools that were never seen before; sorted, so that concurrent batches do not deadlock. */
export async function seeTools(
  tx: Database | Transaction,
  names: readonly string[],
  now: string,
): Promise<void> {
  if (names.length === 0) return;
  await tx.execute(sql`
    insert into tools (tool, first_seen_at)
    select tool, ${now}::text::timestamptz from unnest(${sql.param([...new Set(names)])}::text[]) as tool
    order by tool
    on conflict do nothing`);
}

/** What the queue needs to know of these tools; the defaults for one that was never seen. */
export async function readToolRules(
  tx: Database | Transaction,
  names: readonly string[],
): Promise<(tool: string | null) => ToolRules> {
  if (names.length === 0) return () => DEFAULT_TOOL_RULES;
  const rows = await tx
    .select({
      tool: tools.tool,
      in_flight_seconds: tools.in_flight_seconds,
      key_life_seconds: tools.key_life_seconds,
      sla_seconds: tools.sla_seconds,
      needs_second_person: tools.needs_second_person,
      remind_seconds: tools.remind_seconds,
      infers_unknown: tools.infers_unknown,
      settles_automatically: tools.settles_automatically,
    })
    .from(tools)
    .where(sql`${tools.tool} = any(${sql.param([...new Set(names)])}::text[])`);
  const known = new Map(rows.map((row) => [row.tool, row]));
  return (tool) => (tool === null ? undefined : known.get(tool)) ?? DEFAULT_TOOL_RULES;
}

const INFERRING = `
  select tool from tools
  where tool in (select json_array_elements_text($1::text::json)) and writes and infers_unknown`;

/**
 * Which of these tools make doubt of silence: declared as writing by a person, and not told otherwise. A tool
 * of which nobody said anything is none of them.
 */
export async function readInferringTools(
  tx: Database | Transaction,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await runNamed<{ tool: string }>(tx, INFERRING, [JSON.stringify([...new Set(names)])]);
  return new Set(rows.map(({ tool }) => tool));
}

const READ_ONLY = `
  select tool from tools where tool in (select json_array_elements_text($1::text::json)) and writes = false`;

/** Which of these tools a person declared to change nothing. */
export async function readReadOnlyTools(
  db: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await runNamed<{ tool: string }>(db, READ_ONLY, [JSON.stringify([...new Set(names)])]);
  return new Set(rows.map(({ tool }) => tool));
}

/**
 * The rules of these tools, which nobody can change until the transaction ends: what a case is timed by must
 * not be replaced before the case is there to be timed again. Take them before any case, as `lockTool` does.
 */
export async function holdToolRules(
  tx: Transaction,
  names: readonly string[],
): Promise<(tool: string | null) => ToolRules> {
  await lockShards(tx, "tools", names, "shared");
  return readToolRules(tx, names);
}

/** With whether the outside can be asked about it. */
export type ListedTool = ToolRow & { has_probe: boolean };

/** Of a row of tools: whether anything of it failed in the part that the reader may see; undefined where that is all. */
export function failedWithin(db: Database, confinement: Confinement): SQL | undefined {
  const confined = confine(confinement, series);
  return (
    confined &&
    exists(
      db
        .select({ one: sql`1` })
        .from(series)
        .where(and(eq(series.level, "tenant"), eq(series.tool, tools.tool), confined)),
    )
  );
}

/** All tools by name; to who is confined, those of which something failed in their part. */
export function listToolRows(db: Database, confinement: Confinement): Promise<ListedTool[]> {
  const probe = db.select({ one: sql`1` }).from(probes).where(eq(probes.tool, tools.tool));
  return db
    .select({ ...getTableColumns(tools), has_probe: sql<boolean>`exists ${probe}` })
    .from(tools)
    .where(failedWithin(db, confinement))
    .orderBy(asc(tools.tool));
}

/**
 * The tool, locked: who changes part of it must not overwrite another's change of the rest. Waits for the
 * batches that hold its rules, seen or not, and makes later ones wait.
 */
export async function lockTool(tx: Transaction, tool: string): Promise<ToolRow | null> {
  await lockShards(tx, "tools", [tool], "alone");
  const rows = await tx.select().from(tools).where(eq(tools.tool, tool)).for("update");
  return rows[0] ?? null;
}

/** Stores what a person declared about a tool, which need not have been seen yet. */
export async function putToolRow(
  tx: Transaction,
  tool: string,
  settings: ToolSettings,
  by: string,
  now: string,
): Promise<ToolRow> {
  const set = { ...settings, updated_at: now, updated_by: by };
  const rows = await tx
    .insert(tools)
    .values({ tool, first_seen_at: now, ...set })
    .onConflictDoUpdate({ target: tools.tool, set })
    .returning();
  if (rows[0] === undefined) throw new Error("upsert of a tool returned no row");
  return rows[0];
}
