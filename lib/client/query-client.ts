import { environmentManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";
import { BASE_PATH } from "./base-path";

/** How often a page in sight asks again; in the background it rests. */
export const LIVE_INTERVAL_MS = 12_000;

/** Spread into queryOptions of what should stay fresh by itself. */
export const LIVE = { refetchInterval: LIVE_INTERVAL_MS, refetchIntervalInBackground: false } as const;

const MAX_RETRIES = 2;

function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return error instanceof ApiError ? error.problem.retryable === true : false;
}

/** A session that ended sends the person to sign in and brings them back; what was typed stays in the tab's history. */
function leaveWhenSignedOut(error: Error): void {
  if (typeof window === "undefined" || !(error instanceof ApiError) || error.status !== 401) return;
  const here = window.location.pathname.slice(BASE_PATH.length) + window.location.search;
  window.location.assign(`${BASE_PATH}/sign-in?next=${encodeURIComponent(here)}`);
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry } },
  });
}

let inBrowser: QueryClient | undefined;

/** One client per tab in the browser, a fresh one per request on the server. */
export function queryClient(): QueryClient {
  if (environmentManager.isServer()) return makeQueryClient();
  inBrowser ??= makeQueryClient();
  return inBrowser;
}
