import type { CaseItem, NewCase } from "@/lib/contract/cases";
import { api } from "./fetcher";

/** Opens a case by hand, or adds to the one that its intent has; a settled one is looked at again. @throws ApiError */
export function openCase(body: NewCase): Promise<CaseItem> {
  return api("/api/v1/cases", { method: "POST", body });
}
