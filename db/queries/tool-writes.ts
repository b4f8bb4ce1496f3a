import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { tools } from "@/db/schema/tools";
import type { Confinement } from "@/domain/permissions";
import { failedWithin } from "./tools";

/**
 * Whether a tool writes, as it was declared; null where nobody said, nobody knows the tool, or nothing of it failed in
 * the part that the reader may see. One row by its key.
 */
export async function readToolWrites(
  db: Database,
  tool: string,
  confinement: Confinement,
): Promise<boolean | null> {
  const rows = await db
    .select({ writes: tools.writes })
    .from(tools)
    .where(and(eq(tools.tool, tool), failedWithin(db, confinement)));
  return rows[0]?.writes ?? null;
}
