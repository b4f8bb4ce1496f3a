import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  DeliveryDetail,
  DeliveryList,
  DeliveryTry,
  NewWebhook,
  Resent,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookWithSecret,
} from "@/lib/contract/webhooks";
import { api } from "./fetcher";
import { LIVE } from "./query-client";

const ALL = ["webhooks"] as const;

/** All webhooks by name. */
export const webhooksQuery = queryOptions({
  queryKey: [...ALL, "list"],
  queryFn: ({ signal }) => api<WebhookList>("/api/v1/webhooks", { signal }),
  ...LIVE,
});

/** One webhook. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...ALL, "one", id],
    queryFn: ({ signal }) => api<Webhook>(`/api/v1/webhooks/${id}`, { signal }),
    ...LIVE,
  });
}

/** What was and is to be sent to a webhook, newest first, page by page; `null`: whatever became of it. */
export function deliveriesQuery(id: string, state: string | null) {
  return infiniteQueryOptions({
    queryKey: [...ALL, "deliveries", id, state],
    queryFn: ({ pageParam, signal }) =>
      api<DeliveryList>(`/api/v1/webhooks/${id}/deliveries`, { query: { state, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    ...LIVE,
  });
}

/** One delivery with every try. */
export function deliveryQuery(id: string, delivery_id: string) {
  return queryOptions({
    queryKey: [...ALL, "delivery", id, delivery_id],
    queryFn: ({ signal }) =>
      api<DeliveryDetail>(`/api/v1/webhooks/${id}/deliveries/${delivery_id}`, { signal }),
    ...LIVE,
  });
}

/** Everything about webhooks is asked for again. */
export function refreshWebhooks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ALL });
}

/** Makes a webhook; the answer is the only place where its secret can be read. @throws ApiError */
export function createWebhook(body: NewWebhook): Promise<WebhookWithSecret> {
  return api("/api/v1/webhooks", { method: "POST", body });
}

/** Changes a webhook; what is left out stays. @throws ApiError `webhook_changed` */
export function changeWebhook(id: string, body: WebhookChange): Promise<Webhook> {
  return api(`/api/v1/webhooks/${id}`, { method: "PATCH", body });
}

/** Removes a webhook and drops what waits for it. @throws ApiError */
export function removeWebhook(id: string): Promise<void> {
  return api(`/api/v1/webhooks/${id}`, { method: "DELETE" });
}

/** Lets messages wait. @throws ApiError */
export function pauseWebhook(id: string): Promise<Webhook> {
  return api(`/api/v1/webhooks/${id}/pause`, { method: "POST" });
}

/** Sends again, what waited first. @throws ApiError */
export function resumeWebhook(id: string): Promise<Webhook> {
  return api(`/api/v1/webhooks/${id}/pause`, { method: "DELETE" });
}

/** Makes a new secret; the one before signs as well for so many hours. @throws ApiError */
export function rotateWebhookSecret(id: string, keep_hours: number): Promise<WebhookWithSecret> {
  return api(`/api/v1/webhooks/${id}/secret`, { method: "POST", body: { keep_hours } });
}

/** What came of a try that somebody asked for. */
export type TriedNow = Omit<DeliveryTry, "try_number">;

/** Sends a test now. @throws ApiError */
export function testWebhook(id: string): Promise<TriedNow> {
  return api(`/api/v1/webhooks/${id}/test`, { method: "POST" });
}

/** Sends one message again, now. @throws ApiError `delivery_under_way`, `verdict_superseded` */
export function resendDelivery(id: string, delivery_id: string): Promise<TriedNow> {
  return api(`/api/v1/webhooks/${id}/deliveries/${delivery_id}/resend`, { method: "POST" });
}

/** Puts what failed since then back to its first try. @throws ApiError */
export function resendFailed(id: string, since: string): Promise<Resent> {
  return api(`/api/v1/webhooks/${id}/resend`, { method: "POST", body: { since } });
}
