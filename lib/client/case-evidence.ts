import type { CaseItem } from "@/lib/contract/cases";
import type { AttachedEvidence } from "@/lib/contract/evidence";
import type { ProbeRun } from "@/lib/contract/probes";
import { api } from "./fetcher";

const path = (case_id: string) => `/api/v1/cases/${encodeURIComponent(case_id)}`;

/** Asks the outside system now; what it says becomes evidence. @throws ApiError `probe_missing` … */
export function askProbe(case_id: string): Promise<{ run: ProbeRun; case: CaseItem }> {
  return api(`${path(case_id)}/probe`, { method: "POST" });
}

/** Adds what was seen outside, apart from a verdict. @throws ApiError `evidence_required`, `observed_in_future` */
export function addEvidence(case_id: string, piece: AttachedEvidence): Promise<CaseItem> {
  return api(`${path(case_id)}/evidence`, { method: "POST", body: piece });
}
