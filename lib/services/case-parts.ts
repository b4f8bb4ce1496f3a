import type { CaseOfIntent } from "@/db/queries/intent-case";
import { type Caller, may } from "@/domain/permissions";

/** What everybody who may read a reference is told of its case, and whether this caller may open it. */
export function casePartsFor(caller: Caller, found: CaseOfIntent) {
  const { reporter_ids, case_id, state, verdict, settled_at } = found;
  return {
    case: { case_id, state, verdict, settled_at },
    case_visible: mayOpenCase(caller, found),
    case_reported: reporter_ids.includes(caller.id),
  };
}

/** Whether the caller may look into a case that lies in their part. */
export function mayOpenCase(caller: Caller, { reporter_ids }: Pick<CaseOfIntent, "reporter_ids">): boolean {
  return may(caller, "cases.read") || (may(caller, "cases.read_own") && reporter_ids.includes(caller.id));
}
