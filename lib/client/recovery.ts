import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { KNOWN_FROM, type RecoveryAnswer } from "@/lib/contract/recovery";
import { BASE_PATH } from "./base-path";
import { api, searchString } from "./fetcher";
import type { Filters } from "./filter-params";
import { resolveRange } from "./time-range";

/** What of the recovery is shown: where it is known from, the release compared with, the pair in sight. */
export const RECOVERY_PARAMS = {
  known_from: parseAsStringLiteral(KNOWN_FROM),
  compare: parseAsString,
  tool: parseAsString,
  code: parseAsString,
};
export const loadRecoveryParams = createLoader(RECOVERY_PARAMS);
export type RecoveryParams = Awaited<ReturnType<typeof loadRecoveryParams>>;

type RecoveryAsked = { filters: Filters } & Pick<RecoveryParams, "known_from" | "compare">;

const ONE_MINUTE_MS = 60_000;

/** The query of `GET /api/v1/recovery` that these filters mean at this moment. */
export function recoveryInput({ filters, known_from, compare }: RecoveryAsked, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  const { service, environment } = filters;
  return {
    ...{ from, to, service, environment },
    known_from: known_from ?? undefined,
    compare: compare ?? undefined,
  };
}

/** Attempts until recovery, before and after a release. */
export function recoveryQuery(asked: RecoveryAsked) {
  return queryOptions({
    queryKey: ["recovery", asked],
    queryFn: ({ signal }) =>
      api<RecoveryAnswer>("/api/v1/recovery", { query: recoveryInput(asked, Date.now()), signal }),
    refetchInterval: ONE_MINUTE_MS,
    placeholderData: keepPreviousData,
  });
}

/** The download of the very answer that is shown, as figures or as the curves behind them. */
export function recoveryCsvHref(
  { from, to, known_from, compared_with }: RecoveryAnswer,
  { service, environment }: Filters,
  rows: "figures" | "attempts",
): string {
  const compare = compared_with?.release;
  const query = { from, to, service, environment, known_from, compare, rows };
  return `${BASE_PATH}/api/v1/recovery.csv${searchString(query)}`;
}
