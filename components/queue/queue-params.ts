import {
  createLoader,
  createSerializer,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { CASE_FLAGS } from "@/domain/case-rules";
import { addSeconds } from "@/domain/instant";
import type { CaseFilterAsked } from "@/lib/client/cases";
import { FILTER_PARAMS } from "@/lib/client/filter-params";
import { QUEUE_VIEWS } from "@/lib/client/queue-views";

/** Windows that move with the clock, so that a saved view means the same tomorrow. */
export const WINDOWS = ["1h", "4h", "24h", "3d", "7d"] as const;
export type Window = (typeof WINDOWS)[number];

export const WINDOW_SECONDS: Readonly<Record<Window, number>> = {
  "1h": 3_600,
  "4h": 14_400,
  "24h": 86_400,
  "3d": 259_200,
  "7d": 604_800,
};

const values = parseAsNativeArrayOf(parseAsString).withDefault([]);

/** The queue's place in the URL: the view, the header's filters that it answers to, and its own. */
export const QUEUE_PARAMS = {
  view: parseAsStringLiteral(QUEUE_VIEWS).withDefault("open"),
  q: parseAsString.withDefault(""),
  tool: values,
  service: FILTER_PARAMS.service,
  environment: FILTER_PARAMS.environment,
  tenant: values,
  flag: parseAsNativeArrayOf(parseAsStringLiteral(CASE_FLAGS)).withDefault([]),
  /** People's ids, `me`, `nobody` */
  assigned_to: values,
  claimed: parseAsStringLiteral(["true", "false"] as const),
  /** Open for longer than this */
  waiting: parseAsStringLiteral(WINDOWS),
  /** Due within this, or overdue */
  due: parseAsStringLiteral(WINDOWS),
  opened_from: parseAsString,
  opened_to: parseAsString,
  deadline_from: parseAsString,
  deadline_to: parseAsString,
};

/** Reads them from a page's `searchParams`. */
export const loadQueueParams = createLoader(QUEUE_PARAMS);

/** The query string of these params with its `?`, or nothing; what is as by default is left out. */
export const queueSearch = createSerializer(QUEUE_PARAMS);

export type QueueParams = Awaited<ReturnType<typeof loadQueueParams>>;

/** A change of it; null goes back to the default. */
export type FilterChange = Partial<{ [Name in keyof QueueParams]: QueueParams[Name] | null }>;

/** The queue without any filter, for clearing them; the header's stay. */
export const NO_OWN_FILTERS = {
  ...{ q: null, tool: null, tenant: null, flag: null, assigned_to: null, claimed: null, waiting: null },
  ...{ due: null, opened_from: null, opened_to: null, deadline_from: null, deadline_to: null },
} as const satisfies Partial<Record<keyof QueueParams, null>>;

/** The filter as it is asked for at this moment: windows that move become times, the narrower one holds. */
export function filterAt(params: QueueParams, now: string): CaseFilterAsked {
  const { view: _view, waiting, due, ...asked } = params;
  return {
    ...asked,
    opened_to: earlier(asked.opened_to, waiting && addSeconds(now, -WINDOW_SECONDS[waiting])),
    deadline_to: earlier(asked.deadline_to, due && addSeconds(now, WINDOW_SECONDS[due])),
  };
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** Whether anything but the view narrows the list. */
export function isNarrowed({ view: _view, ...filters }: QueueParams): boolean {
  return Object.values(filters).some((value) => value !== null && value.length > 0);
}
