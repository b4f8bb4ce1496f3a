import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { ALERT_KINDS } from "@/domain/alerts/condition";
import { ALERT_STATES, type AlertChangeKind } from "@/domain/alerts/states";
import type {
  AcknowledgeBody,
  Alert,
  AlertChangeBody,
  AlertDefinitionBody,
  AlertHistory,
  AlertList,
  AlertPreview,
  MuteBody,
  NewAlert,
} from "@/lib/contract/alerts";
import { api, searchString } from "./fetcher";
import { LIVE_INTERVAL_MS } from "./query-client";

const ALL = ["alerts"] as const;
const PATH = "/api/v1/alerts";

const alertPath = (alert_id: string) => `${PATH}/${encodeURIComponent(alert_id)}`;

/** The tabs of alerts. */
export const ALERT_PAGES = [
  { href: "/alerts", label: "Alerts" },
  { href: "/alerts/history", label: "History" },
] as const;

/** The page of an alert. */
export function alertHref(alert_id: string): string {
  return `/alerts/${encodeURIComponent(alert_id)}`;
}

/** What a new alert begins with: another one, one that is suggested, or what somebody looks at. */
const NEW_ALERT_PARAMS = {
  copy: parseAsString,
  suggested: parseAsString,
  kind: parseAsStringLiteral(ALERT_KINDS),
  code: parseAsString,
  tool: parseAsString,
  service: parseAsString,
};
export const loadNewAlertParams = createLoader(NEW_ALERT_PARAMS);
type NewAlertParams = Awaited<ReturnType<typeof loadNewAlertParams>>;

/** The form of a new alert. */
export function newAlertHref(params: Partial<NewAlertParams> = {}): string {
  return `/alerts/new${searchString(params)}`;
}

/** All that an alert did and that was done to it. */
export function alertHistoryHref(alert_id: string): string {
  return `/alerts/history${searchString({ alert: alert_id })}`;
}

/** All alerts with their states, firing ones first. */
export const alertsQuery = queryOptions({
  queryKey: [...ALL, "list"],
  queryFn: ({ signal }) => api<AlertList>(PATH, { signal }),
  refetchInterval: LIVE_INTERVAL_MS,
  refetchIntervalInBackground: false,
});

/** Those that fire and ask for somebody: neither muted nor acknowledged. */
export const unseenAlertsQuery = queryOptions({
  queryKey: [...ALL, "unseen"],
  queryFn: ({ signal }) => api<AlertList>(PATH, { query: { state: "firing" }, signal }),
  select: ({ items }) =>
    items.filter(({ firing, muted_until }) => muted_until === null && firing?.acknowledged_at === null),
});

/** One alert. */
export function alertQuery(alert_id: string) {
  return queryOptions({
    queryKey: [...ALL, "one", alert_id],
    queryFn: ({ signal }) => api<Alert>(alertPath(alert_id), { signal }),
    refetchInterval: LIVE_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
}

/** What of the history is shown. */
export const HISTORY_VIEWS = ["all", "firings", "states", "people"] as const;
export type HistoryView = (typeof HISTORY_VIEWS)[number];
export const HISTORY_VIEW_LABELS: Readonly<Record<HistoryView, string>> = {
  all: "All",
  firings: "Fired and resolved",
  states: "Every state",
  people: "By people",
};

const HISTORY_KINDS: Readonly<Record<HistoryView, readonly AlertChangeKind[] | null>> = {
  all: null,
  firings: ["firing", "resolved"],
  states: ALERT_STATES,
  people: ["created", "changed", "removed", "muted", "unmuted", "acknowledged"],
};

/** Which history is shown: of one alert, and which changes. */
export const HISTORY_PARAMS = {
  alert: parseAsString,
  show: parseAsStringLiteral(HISTORY_VIEWS).withDefault("firings"),
};
export const loadHistoryParams = createLoader(HISTORY_PARAMS);

type HistoryAsked = { alert: string | null; show: HistoryView };

/** The query of `GET /api/v1/alerts/history` that a view means. */
export function historyInput({ alert, show }: HistoryAsked) {
  return { alert_id: alert, kind: HISTORY_KINDS[show] };
}

/** What alerts did and what people did to them, newest first, page by page. */
export function alertHistoryQuery(asked: HistoryAsked) {
  return infiniteQueryOptions({
    queryKey: [...ALL, "history", asked],
    queryFn: ({ signal, pageParam: cursor }) =>
      api<AlertHistory>(`${PATH}/history`, { query: { ...historyInput(asked), cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => LIVE_INTERVAL_MS * (state.data?.pages.length ?? 1),
    refetchIntervalInBackground: false,
  });
}

const FIVE_MINUTES_MS = 300_000;

/** What an alert of this definition would have done; the last answer stays while the next is on its way. */
export function alertPreviewQuery(definition: AlertDefinitionBody) {
  return queryOptions({
    queryKey: ["alert-preview", definition],
    queryFn: ({ signal }) =>
      api<AlertPreview>(`${PATH}/preview`, { method: "POST", body: definition, signal }),
    placeholderData: keepPreviousData,
    staleTime: FIVE_MINUTES_MS,
    retry: false,
  });
}

/** Everything about alerts is asked for again. */
export function refreshAlerts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ALL });
}

/** Makes an alert. @throws ApiError */
export function createAlert(body: NewAlert): Promise<Alert> {
  return api(PATH, { method: "POST", body });
}

/** Changes the whole alert. @throws ApiError `alert_changed` */
export function changeAlert(alert_id: string, body: AlertChangeBody): Promise<Alert> {
  return api(alertPath(alert_id), { method: "PUT", body });
}

/** Removes an alert, which ends a firing. @throws ApiError */
export function removeAlert(alert_id: string): Promise<void> {
  return api(alertPath(alert_id), { method: "DELETE" });
}

/** Nobody is told of it until then. @throws ApiError */
export function muteAlert(alert_id: string, body: MuteBody): Promise<Alert> {
  return api(`${alertPath(alert_id)}/mute`, { method: "PUT", body });
}

/** Tells again. @throws ApiError */
export function unmuteAlert(alert_id: string): Promise<Alert> {
  return api(`${alertPath(alert_id)}/mute`, { method: "DELETE" });
}

/** Says that somebody looks at this very firing. @throws ApiError 409 when it has ended or was acknowledged */
export function acknowledgeAlert(alert_id: string, body: AcknowledgeBody): Promise<Alert> {
  return api(`${alertPath(alert_id)}/acknowledge`, { method: "POST", body });
}
