import { desc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { probeRuns } from "@/db/schema/probe-runs";
import { probes } from "@/db/schema/probes";
import { lockShards } from "./shard-locks";

export type ProbeRow = typeof probes.$inferSelect;
export type ProbeRunRow = typeof probeRuns.$inferSelect;

const RUNS_IN_CASE = 50;

/** How this tool's outside system is asked; null when nobody said. With the sealed secret: not for answers. */
export async function findProbe(db: Database | Transaction, tool: string): Promise<ProbeRow | null> {
  const rows = await db.select().from(probes).where(eq(probes.tool, tool));
  return rows[0] ?? null;
}

/** The probe, kept from whoever else would change it, whether there is one yet or not. */
export async function lockProbe(tx: Transaction, tool: string): Promise<ProbeRow | null> {
  await lockShards(tx, "probes", [tool], "alone");
  return findProbe(tx, tool);
}

export async function putProbeRow(tx: Transaction, row: ProbeRow): Promise<void> {
  const { tool: _tool, ...set } = row;
  await tx.insert(probes).values(row).onConflictDoUpdate({ target: probes.tool, set });
}

/** False when there was none. */
export async function removeProbeRow(tx: Transaction, tool: string): Promise<boolean> {
  const rows = await tx.delete(probes).where(eq(probes.tool, tool)).returning({ tool: probes.tool });
  return rows.length > 0;
}

/** A probe as it is answered: that there is a secret, never which. */
export function probeAnswer({ secret, ...probe }: ProbeRow) {
  return { ...probe, has_secret: secret !== null };
}

/** The newest runs of a case, newest first. */
export function listProbeRuns(db: Database | Transaction, case_id: string): Promise<ProbeRunRow[]> {
  return db
    .select()
    .from(probeRuns)
    .where(eq(probeRuns.case_id, case_id))
    .orderBy(desc(probeRuns.run_id))
    .limit(RUNS_IN_CASE);
}

/** A run as it is answered. */
export function probeRunAnswer({ case_id: _case, ...run }: ProbeRunRow) {
  return run;
}

export async function insertProbeRun(
  tx: Transaction,
  run: typeof probeRuns.$inferInsert,
): Promise<ProbeRunRow> {
  const [row] = await tx.insert(probeRuns).values(run).returning();
  if (row === undefined) throw new Error("the insert of a run returned no row");
  return row;
}

/** The tools whose outside is asked by a duty, with the address that says whom it bothers. */
export function listAutomaticProbes(db: Database): Promise<Pick<ProbeRow, "tool" | "url">[]> {
  return db.select({ tool: probes.tool, url: probes.url }).from(probes).where(eq(probes.automatic, true));
}

export type LeasedCase = { case_id: string; tries: number };

/**
 * Takes the open cases of these tools that are due, never asked first, at most `limit`, until `until`: nobody
 * else asks about them before then, so a process that dies delays them and loses nothing. Counts the try
 * before it is made, so that one which kills the process is not made for ever. Rows that somebody holds this
 * moment are skipped, so it waits for nobody.
 */
export async function leaseDueCases(
  db: Database,
  tools: readonly string[],
  lease: { now: string; until: string; limit: number },
): Promise<LeasedCase[]> {
  const { now, until, limit } = lease;
  const never = await take(db, tools, sql`probe_at is null`, { until, limit });
  if (never.length === limit) return never;
  const due = sql`probe_at <= ${now}::text::timestamptz`;
  return [...never, ...(await take(db, tools, due, { until, limit: limit - never.length }))];
}

/**
 * Two questions and one tool at a time, so that each reads the first rows of `cases_to_probe` in its order:
 * over several tools, or with an `or`, it read and sorted all 25,000 open cases of the tool, 55 ms in the server against 1.
 */
async function take(
  db: Database,
  tools: readonly string[],
  due: ReturnType<typeof sql>,
  { until, limit }: { until: string; limit: number },
): Promise<LeasedCase[]> {
  const rows = await db.execute<LeasedCase>(sql`
    update cases set probe_at = ${until}::text::timestamptz, probe_tries = probe_tries + 1
    where case_id in (
      select first.case_id
      from unnest(${sql.param(tools)}::text[]) as asked(tool) cross join lateral (
        select case_id, probe_at from cases
        where state = 'open' and cases.tool = asked.tool and ${due}
        order by probe_at limit ${limit} for update skip locked) first
      order by first.probe_at limit ${limit})
    returning case_id, probe_tries as tries`);
  return [...rows];
}

/** When a duty asks next about a case that is still open. */
export async function scheduleProbe(tx: Transaction, case_id: string, probe_at: string): Promise<void> {
  await tx.execute(sql`
    update cases set probe_at = ${probe_at}::text::timestamptz where case_id = ${case_id} and state = 'open'`);
}

/** Another way of asking is tried at once. Cases that somebody holds this moment keep their turn. */
export async function askAnew(tx: Transaction, tool: string): Promise<void> {
  await tx.execute(sql`
    update cases set probe_at = null, probe_tries = 0
    where case_id in (
      select case_id from cases where state = 'open' and tool = ${tool} and probe_at is not null
      for update skip locked)`);
}
