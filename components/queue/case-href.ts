/** The page of a case. */
export function caseHref(case_id: string): string {
  return `/queue/${encodeURIComponent(case_id)}`;
}
