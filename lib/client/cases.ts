import { queryOptions } from "@tanstack/react-query";
import type { CaseFlag } from "@/domain/case-rules";
import type {
  Assignee,
  AssigneeList,
  EscalationBody,
  FindingsBody,
  IssuedVerdict,
} from "@/lib/contract/case-work";
import type { CaseDetail, CaseItem, CaseList, Note } from "@/lib/contract/cases";
import type { ApprovalBody, VerdictBody } from "@/lib/contract/verdicts";
import { api } from "./fetcher";
import { unlessLive } from "./live-connection";

/** How often a case asks again while it is in sight; in the background it rests. */
const CASE_INTERVAL_MS = 5_000;

/** What `GET /api/v1/cases` may be narrowed to, as it stands in an address; what is left out or null narrows nothing. */
export type CaseFilterAsked = {
  tool?: readonly string[] | null;
  service?: readonly string[] | null;
  environment?: readonly string[] | null;
  tenant?: readonly string[] | null;
  flag?: readonly CaseFlag[] | null;
  /** People's ids, `me`, `nobody`. */
  assigned_to?: readonly string[] | null;
  claimed?: "true" | "false" | null;
  opened_from?: string | null;
  opened_to?: string | null;
  deadline_from?: string | null;
  deadline_to?: string | null;
  q?: string | null;
};

const FILTERS = [
  "tool",
  "service",
  "environment",
  "tenant",
  "flag",
  "assigned_to",
  "claimed",
  "opened_from",
  "opened_to",
  "deadline_from",
  "deadline_to",
  "q",
] as const satisfies readonly (keyof CaseFilterAsked)[];

/** The part of an address that filters, without what narrows nothing; also what a bulk action chooses by. */
export function caseFilterInput(asked: CaseFilterAsked): Record<string, string | string[]> {
  const filter: Record<string, string | string[]> = {};
  for (const name of FILTERS) {
    const value = asked[name];
    if (typeof value === "string" && value !== "") filter[name] = value;
    else if (typeof value === "object" && value !== null && value.length > 0) filter[name] = [...value];
  }
  return filter;
}

function casePath(case_id: string): string {
  return `/api/v1/cases/${encodeURIComponent(case_id)}`;
}

/** One case with its whole history. */
export function caseQuery(case_id: string) {
  return queryOptions({
    queryKey: ["cases", "one", case_id],
    queryFn: ({ signal }) => api<CaseDetail>(casePath(case_id), { signal }),
    refetchInterval: unlessLive(CASE_INTERVAL_MS),
    refetchIntervalInBackground: false,
  });
}

/** Claims the most urgent unclaimed case among these; undefined when there is none. @throws ApiError */
export function takeNextCase(filter: CaseFilterAsked): Promise<CaseItem | undefined> {
  return api("/api/v1/cases/next", { method: "POST", body: caseFilterInput(filter) });
}

/** How many cases the person holds now. @throws ApiError */
export async function countHeldCases(): Promise<number> {
  const { counts } = await api<CaseList>("/api/v1/cases", { query: { view: "mine", limit: 1 } });
  return counts.mine;
}

/** Takes or renews the claim. @throws ApiError `claimed_by_other`, `already_settled` */
export function claimCase(case_id: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/claim`, { method: "POST" });
}

/** Gives the claim back. @throws ApiError */
export function giveBackCase(case_id: string): Promise<undefined> {
  return api(`${casePath(case_id)}/claim`, { method: "DELETE" });
}

/** Gives the verdict; the same again counts once. @throws ApiError `claim_expired`, `effect_may_still_land` … */
export function issueVerdict(case_id: string, body: VerdictBody): Promise<IssuedVerdict> {
  return api(`${casePath(case_id)}/verdict`, { method: "POST", body });
}

/** The second person's answer to a proposal. @throws ApiError `proposal_not_current` */
export function approveVerdict(case_id: string, body: ApprovalBody): Promise<CaseItem> {
  return api(`${casePath(case_id)}/approval`, { method: "POST", body });
}

/** Opens a settled case again. @throws ApiError `case_not_settled` */
export function reopenCase(case_id: string, reason: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/reopening`, { method: "POST", body: { reason } });
}

/** Writes a note among people. @throws ApiError */
export function addNote(case_id: string, text: string): Promise<Note> {
  return api(`${casePath(case_id)}/notes`, { method: "POST", body: { text } });
}

/** Who may be asked to see to the case: people who may work it. `q`: a part of the name. */
export function assigneesQuery(case_id: string | null, q = "") {
  return queryOptions({
    queryKey: ["cases", "assignees", case_id, q],
    queryFn: async ({ signal }): Promise<readonly Assignee[]> =>
      (await api<AssigneeList>("/api/v1/cases/assignees", { query: { case_id, q: q || null }, signal }))
        .items,
    staleTime: 60_000,
  });
}

/** Asks a person to see to the case. @throws ApiError `cannot_be_assigned`, `already_settled` */
export function assignCase(case_id: string, person_id: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/assignment`, { method: "POST", body: { person_id } });
}

/** Asks nobody any more. @throws ApiError */
export function unassignCase(case_id: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/assignment`, { method: "DELETE" });
}

/** Be told what becomes of the case, or no longer. @throws ApiError */
export function watchCase(case_id: string, watched: boolean): Promise<undefined> {
  return api(`${casePath(case_id)}/watch`, { method: watched ? "PUT" : "DELETE" });
}

/** Puts the case aside until then; gives up the own claim. @throws ApiError `snooze_past_deadline`, `claimed_by_other` */
export function snoozeCase(case_id: string, until: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/snooze`, { method: "POST", body: { until } });
}

/** Ends a snooze. @throws ApiError */
export function wakeCase(case_id: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/snooze`, { method: "DELETE" });
}

/** Asks for another pair of eyes; gives up the own claim. @throws ApiError `claimed_by_other`, `cannot_be_assigned` */
export function escalateCase(case_id: string, body: EscalationBody): Promise<CaseItem> {
  return api(`${casePath(case_id)}/escalation`, { method: "POST", body });
}

/** Takes an escalation back. @throws ApiError */
export function deescalateCase(case_id: string): Promise<CaseItem> {
  return api(`${casePath(case_id)}/escalation`, { method: "DELETE" });
}

/** Says what was found of single attempts; only for who holds the case. @throws ApiError `attempt_not_of_case` */
export function recordFindings(case_id: string, body: FindingsBody): Promise<CaseItem> {
  return api(`${casePath(case_id)}/attempts/findings`, { method: "POST", body });
}
