import { infiniteQueryOptions } from "@tanstack/react-query";
import type { SilencesAnswer } from "@/lib/contract/silences";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";

const FIVE_MINUTES_MS = 300_000;

/** Codes that have gone silent, the newest silence first; the range does not matter to it. */
export function silencesQuery({ service, environment }: Pick<Filters, "service" | "environment">) {
  return infiniteQueryOptions({
    queryKey: ["silences", { service, environment }],
    queryFn: ({ signal, pageParam: cursor }) =>
      api<SilencesAnswer>("/api/v1/silences", { query: { service, environment, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: FIVE_MINUTES_MS,
  });
}
