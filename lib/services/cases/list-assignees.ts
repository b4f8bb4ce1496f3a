import { listAssigneeRows } from "@/db/queries/assignees";
import { caseScopeOf } from "@/domain/case-scope";
import type { ServiceContext } from "../context";

/** Whom the caller may ask to see to a case, or to this one; by name, at most 50. */
export async function listAssignees(
  ctx: ServiceContext,
  input: { q: string | null; case_id?: string | undefined },
): Promise<{ items: { person_id: string; name: string }[] }> {
  return { items: await listAssigneeRows(ctx.db, { scope: caseScopeOf(ctx.caller), ...input }) };
}
