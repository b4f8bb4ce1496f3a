import type { CaseOfIntent } from "@/db/queries/intent-case";
import { type Caller, may } from "@/domain/permissions";

/** What everybody who may read a reference is told of its case, and whether this caller may open it. */
export function casePartsFor(caller: Caller, found: CaseOfIntent) {
  const { reporter_ids, case_id, state, verdict, settled_at } = found;
  const case_reported = reporter_ids.includes(caller.id);
  return {
    case: { case_id, state, verdict, settled_at },
    case_visible: may(caller, "cases.read") || (may(caller, "cases.read_own") && case_reported),
    case_reported,
  };
}
