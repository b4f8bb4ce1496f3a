import { queryOptions } from "@tanstack/react-query";
import type { ToolList } from "@/lib/contract/tools";
import { api } from "./fetcher";

const ONE_MINUTE_MS = 60_000;

/** All tools with what people declared about them: runbook, links, second person, times. */
export const toolsQuery = queryOptions({
  queryKey: ["tools"],
  queryFn: ({ signal }) => api<ToolList>("/api/v1/tools", { signal }),
  staleTime: ONE_MINUTE_MS,
});
