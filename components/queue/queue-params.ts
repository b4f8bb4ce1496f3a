import { createLoader, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { FILTER_PARAMS } from "@/lib/client/filter-params";
import { QUEUE_VIEWS } from "@/lib/client/queue-views";

/** The queue's place in the URL: the view, the header's filters that it answers to, and the tool. */
export const QUEUE_PARAMS = {
  view: parseAsStringLiteral(QUEUE_VIEWS).withDefault("open"),
  tool: parseAsNativeArrayOf(parseAsString).withDefault([]),
  service: FILTER_PARAMS.service,
  environment: FILTER_PARAMS.environment,
};

/** Reads them from a page's `searchParams`. */
export const loadQueueParams = createLoader(QUEUE_PARAMS);

export type QueueParams = Awaited<ReturnType<typeof loadQueueParams>>;
