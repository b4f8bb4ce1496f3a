import { validationError } from "@/domain/errors";
import { readEnvelope } from "@/domain/sentry/envelope";
import { chargeFurther } from "@/lib/http/key-allowance";
import { MAX_INGEST_ITEMS, readIngestBytes, tooManyItems } from "@/lib/http/read-items";
import { keepSentryEvents } from "@/lib/http/sentry/keep-sentry-events";
import { defineSentryRoute } from "@/lib/http/sentry/sentry-door";

/** Envelopes of Sentry's SDKs (CONTRACT "Standards' doors"): events are kept as frames, whatever else they hold is skipped. */
export const POST = defineSentryRoute(async (ctx, request) => {
  const envelope = readEnvelope(await readIngestBytes(request), MAX_INGEST_ITEMS + 1);
  if (envelope === null) throw notAnEnvelope();
  const { header, items, is_broken } = envelope;
  if (items.length > MAX_INGEST_ITEMS) throw tooManyItems(items.length);
  const event_id: unknown = Reflect.get(header, "event_id");
  const payloads = items.flatMap(({ type, payload }) => (type === "event" ? payload : []));
  chargeFurther(request, payloads.length - 1);
  return keepSentryEvents(ctx, request, { payloads, is_broken, event_id });
});

function notAnEnvelope() {
  return validationError("body_not_json", "The body is no envelope: its first line is not a JSON object.", {
    hint: "Send what an SDK of Sentry sends to /envelope/, or one event as JSON to /store/.",
  });
}
