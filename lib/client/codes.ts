import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsStringLiteral } from "nuqs/server";
import type { CodeAnswer, CodesAnswer } from "@/lib/contract/codes";
import type { SilencesAnswer } from "@/lib/contract/silences";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

/** Which codes are shown. */
export const CODE_VIEWS = ["all", "drift", "less", "silent", "new", "retired"] as const;
export type CodeView = (typeof CODE_VIEWS)[number];
export const CODE_VIEW_LABELS: Readonly<Record<CodeView, string>> = {
  all: "All",
  drift: "Drift",
  less: "Saying less",
  silent: "Silent",
  new: "New",
  retired: "Retired",
};
export const CODES_PARAMS = { show: parseAsStringLiteral(CODE_VIEWS).withDefault("all") };

/** The query of `GET /api/v1/codes` that these filters mean at this moment. */
export function codesInput(filters: Filters, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  return { from, to, service: filters.service, environment: filters.environment };
}

/** The registry of codes with how they were used in the range. */
export function codesQuery(filters: Filters) {
  return queryOptions({
    queryKey: ["codes", "list", filters],
    queryFn: ({ signal }) =>
      api<CodesAnswer>("/api/v1/codes", { query: codesInput(filters, Date.now()), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

/** The codes of one tool. */
export function toolCodesQuery(tool: string, filters: Filters) {
  return queryOptions({
    queryKey: ["codes", "tool", tool, filters],
    queryFn: ({ signal }) =>
      api<CodesAnswer>("/api/v1/codes", { query: { ...codesInput(filters, Date.now()), tool }, signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

/** One code with its use by tool and class. */
export function codeQuery(code: string, filters: Filters) {
  return queryOptions({
    queryKey: ["codes", "one", code, filters],
    queryFn: ({ signal }) =>
      api<CodeAnswer>(codePath(code), { query: codesInput(filters, Date.now()), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

const codePath = (code: string) => `/api/v1/codes/${encodeURIComponent(code)}`;

/** The page of a code. */
export function codeHref(code: string): string {
  return `/codes/${encodeURIComponent(code)}`;
}

const ONE_MINUTE_MS = 60_000;

/** Codes that have gone silent by their own rhythm, of one code where it is named. */
export function silentCodesQuery({ service, environment }: Filters, code?: string) {
  return queryOptions({
    queryKey: ["silences", "codes", service, environment, code ?? null],
    queryFn: ({ signal }) =>
      api<SilencesAnswer>("/api/v1/silences", { query: { service, environment, code, limit: 500 }, signal }),
    refetchInterval: ONE_MINUTE_MS,
  });
}

/** Says that a code is no longer in use. @throws ApiError */
export function retireCode(code: string): Promise<void> {
  return api(`${codePath(code)}/retirement`, { method: "PUT" });
}

/** Takes it back. @throws ApiError */
export function restoreCode(code: string): Promise<void> {
  return api(`${codePath(code)}/retirement`, { method: "DELETE" });
}
