import { environmentManager, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { parseJson, stringifyJson } from "@/domain/json";
import { ApiError } from "./api-error";
import { backSignedIn, leaveWhenSignedOut, staySignedOut, watchWriting } from "./signed-out";

/** How often a page in sight asks again; in the background it rests. */
export const LIVE_INTERVAL_MS = 12_000;

/** Spread into queryOptions of what should stay fresh by itself. */
export const LIVE = { refetchInterval: LIVE_INTERVAL_MS, refetchIntervalInBackground: false } as const;

const MAX_RETRIES = 2;

function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return error instanceof ApiError ? error.problem.retryable === true : false;
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut, onSuccess: backSignedIn }),
    mutationCache: new MutationCache({ onError: staySignedOut, onSuccess: backSignedIn }),
    // Asked also while the browser thinks it is offline: an answer that does not come is said, not waited for silently.
    defaultOptions: {
      queries: { staleTime: 5_000, retry: shouldRetry, networkMode: "always" },
      mutations: { networkMode: "always" },
      // As the API's answers come: React takes no number that is carried from the server to a page.
      dehydrate: { serializeData: (data: unknown) => stringifyJson(data) },
      hydrate: { deserializeData: (text: string) => parseJson(text) },
    },
  });
}

let inBrowser: QueryClient | undefined;

/** One client per tab in the browser, a fresh one per request on the server. */
export function queryClient(): QueryClient {
  if (environmentManager.isServer()) return makeQueryClient();
  if (inBrowser === undefined) {
    inBrowser = makeQueryClient();
    watchWriting();
  }
  return inBrowser;
}
