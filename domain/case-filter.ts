import type { CaseFlag, CaseState } from "./case-rules";

/** Which part of the queue is meant. Repeated values mean "any of" (CONTRACT "Reading"); times are half-open. */
export type CaseFilter = {
  state?: CaseState[] | undefined;
  tool?: string[] | undefined;
  service?: string[] | undefined;
  tenant?: string[] | undefined;
  environment?: string[] | undefined;
  flag?: CaseFlag[] | undefined;
  opened_from?: string | undefined;
  opened_to?: string | undefined;
  deadline_from?: string | undefined;
  deadline_to?: string | undefined;
  /** People's ids; null in it: nobody is asked to see to it. */
  assignees?: (string | null)[] | undefined;
  /** Whether somebody holds it at that time. */
  held?: { is: boolean; at: string } | undefined;
  /** Exactly a key, or a reference or a case's id in whatever case of letters. */
  q?: string | undefined;
};

/** As asked: by words that mean something else for everyone and at every time. */
export type AskedCaseFilter = Omit<CaseFilter, "assignees" | "held"> & {
  assigned_to?: string[] | undefined;
  claimed?: boolean | undefined;
};

/** What was asked, for this caller and this moment. */
export function meantFilter(asked: AskedCaseFilter, caller_id: string, now: string): CaseFilter {
  const { assigned_to, claimed, ...filter } = asked;
  const meant = (who: string) => (who === "nobody" ? null : who === "me" ? caller_id : who);
  return {
    ...filter,
    ...(assigned_to?.length && { assignees: assigned_to.map(meant) }),
    ...(claimed !== undefined && { held: { is: claimed, at: now } }),
  };
}
