import { queryOptions } from "@tanstack/react-query";
import type { CaseDelivery, CaseDeliveryList, SentTry } from "@/lib/contract/webhooks";
import { api } from "./fetcher";
import { unlessLive } from "./live-connection";

/** A delivery moves by its own schedule, of which the case itself says nothing. */
const INTERVAL_MS = 10_000;

const path = (case_id: string) => `/api/v1/cases/${encodeURIComponent(case_id)}/deliveries`;

/** What subscriptions were told about a case, try by try. Below the case's own key: what makes that stale does so here. */
export function caseDeliveriesQuery(case_id: string) {
  return queryOptions({
    queryKey: ["cases", "one", case_id, "deliveries"],
    queryFn: async ({ signal }): Promise<readonly CaseDelivery[]> =>
      (await api<CaseDeliveryList>(path(case_id), { signal })).items,
    refetchInterval: unlessLive(INTERVAL_MS),
    refetchIntervalInBackground: false,
  });
}

/** Sends it once more at once; its schedule stays. What came of it is the answer. @throws ApiError */
export function resendDelivery(case_id: string, delivery_id: string): Promise<SentTry> {
  return api(`${path(case_id)}/${encodeURIComponent(delivery_id)}/resend`, { method: "POST" });
}
