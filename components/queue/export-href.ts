import { BASE_PATH } from "@/lib/client/base-path";

/** Where the whole history of a case is downloaded as one file, for an auditor. */
export function exportHref(case_id: string, form: "md" | "json"): string {
  return `${BASE_PATH}/api/v1/cases/${encodeURIComponent(case_id)}/export.${form}`;
}
