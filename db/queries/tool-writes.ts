import { and, eq, exists, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { series } from "@/db/schema/series";
import { tools } from "@/db/schema/tools";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

/**
 * Whether a tool writes, as it was declared; null where nobody said, nobody knows the tool, or nothing of it failed in
 * the part that the reader may see. One row by its key.
 */
export async function readToolWrites(
  db: Database,
  tool: string,
  confinement: Confinement,
): Promise<boolean | null> {
  const confined = confine(confinement, series);
  const failedHere =
    confined &&
    exists(
      db
        .select({ one: sql`1` })
        .from(series)
        .where(and(eq(series.level, "tenant"), eq(series.tool, tools.tool), confined)),
    );
  const rows = await db
    .select({ writes: tools.writes })
    .from(tools)
    .where(and(eq(tools.tool, tool), failedHere));
  return rows[0]?.writes ?? null;
}
