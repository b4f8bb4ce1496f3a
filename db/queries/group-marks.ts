import { and, eq, exists, getTableColumns, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { releases } from "@/db/schema/releases";
import { groupMarks, unmappedGroups, unmappedHours } from "@/db/schema/unmapped-groups";
import type { Confinement } from "@/domain/permissions";
import type { GroupMark, ReleaseTime } from "@/domain/worklist";
import { confine } from "./confinement";

const MARKS_MOST = 500;

/** The newest marks of groups that were seen within what the caller may see, or that nothing is left of for those who may see all. */
export function readMarks(
  tx: Database | Transaction,
  confinement: Confinement,
): Promise<(GroupMark & { group_id: string })[]> {
  const confined = confine(confinement, unmappedHours);
  const seen = tx
    .select({ one: sql`1` })
    .from(unmappedHours)
    .where(and(eq(unmappedHours.group_id, groupMarks.group_id), confined));
  return tx
    .select(getTableColumns(groupMarks))
    .from(groupMarks)
    .where(confined && exists(seen))
    .orderBy(sql`${groupMarks.marked_at} desc`, groupMarks.group_id)
    .limit(MARKS_MOST);
}

/** When releases of these names went out, by service. */
export function readReleaseTimes(tx: Transaction, names: readonly string[]): Promise<ReleaseTime[]> {
  if (names.length === 0) return Promise.resolve([]);
  return tx
    .select({ service: releases.service, release: releases.release, released_at: releases.released_at })
    .from(releases)
    .where(sql`${releases.release} = any(${sql.param([...names])}::text[])`);
}

/** The tool of a group; null where there is none of this id. */
export async function findGroupTool(tx: Transaction, group_id: string): Promise<string | null> {
  const [row] = await tx
    .select({ tool: unmappedGroups.tool })
    .from(unmappedGroups)
    .where(eq(unmappedGroups.group_id, group_id));
  return row?.tool ?? null;
}

/** Marks a group, or marks it anew; the last word counts. */
export async function putMark(tx: Transaction, mark: GroupMark & { group_id: string }): Promise<void> {
  const { group_id: _, ...set } = mark;
  await tx.insert(groupMarks).values(mark).onConflictDoUpdate({ target: groupMarks.group_id, set });
}

/** Takes a mark away; what it said, or null where there was none. */
export async function removeMark(tx: Transaction, group_id: string): Promise<GroupMark | null> {
  const [row] = await tx.delete(groupMarks).where(eq(groupMarks.group_id, group_id)).returning();
  return row ?? null;
}
