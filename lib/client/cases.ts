import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CaseView } from "@/domain/case-rules";
import type { CaseDetail, CaseItem, CaseList, Note } from "@/lib/contract/cases";
import type { ApprovalBody, VerdictBody } from "@/lib/contract/verdicts";
import { api } from "./fetcher";

/** How often the queue and a case ask again while they are in sight; in the background they rest. */
const LIST_INTERVAL_MS = 7_000;
const CASE_INTERVAL_MS = 5_000;
const PAGE_SIZE = 50;

type CasesAsked = {
  view: CaseView;
  tool: readonly string[];
  service: readonly string[];
  environment: readonly string[];
};

/** The query of `GET /api/v1/cases` for one page of a view. */
export function casesInput({ view, tool, service, environment }: CasesAsked, cursor: string | null = null) {
  return { view, tool, service, environment, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
}

/** The cases of a view, page by page, with the counts of all views. */
export function casesQuery(asked: CasesAsked) {
  const { view, tool, service, environment } = asked;
  return infiniteQueryOptions({
    queryKey: ["cases", "list", { view, tool, service, environment }],
    queryFn: ({ signal, pageParam }) =>
      api<CaseList>("/api/v1/cases", { query: casesInput(asked, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: LIST_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
}

function casePath(case_id: string): string {
  return `/api/v1/cases/${encodeURIComponent(case_id)}`;
}

/** One case with its whole history. */
export function caseQuery(case_id: string) {
  return queryOptions({
    queryKey: ["cases", "one", case_id],
    queryFn: ({ signal }) => api<CaseDetail>(casePath(case_id), { signal }),
    refetchInterval: CASE_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
}

export type NextFilter = Partial<Pick<CasesAsked, "tool" | "service" | "environment">>;

/** Claims the most urgent unclaimed case among these; undefined when there is none. @throws ApiError */
export function takeNextCase(filter: NextFilter): Promise<CaseItem | undefined> {
  return api("/api/v1/cases/next", { method: "POST", body: filter });
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
export function issueVerdict(case_id: string, body: VerdictBody): Promise<unknown> {
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
