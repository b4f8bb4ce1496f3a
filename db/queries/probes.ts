import { desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { probeRuns } from "@/db/schema/probe-runs";
import { probes } from "@/db/schema/probes";

export type ProbeRow = typeof probes.$inferSelect;
export type ProbeRunRow = typeof probeRuns.$inferSelect;

const RUNS_IN_CASE = 50;

/** How this tool's outside system is asked; null when nobody said. With the sealed secret: not for answers. */
export async function findProbe(db: Database | Transaction, tool: string): Promise<ProbeRow | null> {
  const rows = await db.select().from(probes).where(eq(probes.tool, tool));
  return rows[0] ?? null;
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
