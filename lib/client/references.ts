import { queryOptions } from "@tanstack/react-query";
import type { FramesAnswer } from "@/lib/contract/frames-read";
import type { LookUpAnswer } from "@/lib/contract/references";
import type { ReportAnswer } from "@/lib/contract/report";
import { api } from "./fetcher";
import { LIVE } from "./query-client";
import { referenceSegment } from "./reference-href";

/** Everything known of a reference; renewed while it is looked at, so that a verdict is seen when it falls. */
export function reportQuery(reference: string, event: string | null) {
  return queryOptions({
    queryKey: ["references", reference, { event }],
    queryFn: ({ signal }) =>
      api<ReportAnswer>(`/api/v1/references/${referenceSegment(reference)}`, {
        query: { event_id: event },
        signal,
      }),
    ...LIVE,
  });
}

/** The exception chain. Each call is written to the audit, so nothing asks again by itself. */
export function framesQuery(reference: string, event: string | null) {
  return queryOptions({
    queryKey: ["frames", reference, { event }],
    queryFn: ({ signal }) =>
      api<FramesAnswer>(`/api/v1/frames/${referenceSegment(reference)}`, {
        query: { event_id: event },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** What a text refers to; posted, so that it stands in no URL and no log. @throws ApiError */
export function lookUp(q: string): Promise<LookUpAnswer> {
  return api("/api/v1/references", { method: "POST", body: { q } });
}

const ARRIVAL_EVERY_MS = 3_000;

/** Whether what a reference names has come: frames alone, or an event. Asked again until the event is here. */
export function arrivalQuery(reference: string) {
  return queryOptions({
    queryKey: ["arrival", reference],
    queryFn: () => lookUp(reference),
    refetchInterval: ({ state }) => (state.data?.matches[0]?.event_id ? false : ARRIVAL_EVERY_MS),
    refetchIntervalInBackground: false,
  });
}
