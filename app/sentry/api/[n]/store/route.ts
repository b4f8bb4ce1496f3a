import { readIngestBytes } from "@/lib/http/read-items";
import { keepSentryEvents } from "@/lib/http/sentry/keep-sentry-events";
import { openStoreBody } from "@/lib/http/sentry/open-store-body";
import { defineSentryRoute } from "@/lib/http/sentry/sentry-door";

/** Where older SDKs of Sentry send an event by itself. */
export const POST = defineSentryRoute(async (ctx, request) => {
  const payload = await openStoreBody(request, await readIngestBytes(request));
  return keepSentryEvents(ctx, request, { payloads: [payload], is_broken: false });
});
