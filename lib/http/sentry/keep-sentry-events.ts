import { holdsTooMuch, TOO_MUCH } from "@/domain/holds-too-much";
import { mapInSlices } from "@/domain/in-slices";
import { parseJson } from "@/domain/json";
import type { Rejection } from "@/domain/reported-event";
import { eventIdOf, framesIdOf, framesOfSentry } from "@/domain/sentry/frames-of-sentry";
import type { SentryKeep } from "@/domain/sentry/sentry-keeps";
import type { ServiceContext } from "@/lib/services/context";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { jsonAnswer } from "../door-answer";
import type { ReadItem } from "../read-items";
import { decodeBody, isSuspicious, sanitizing } from "../sanitize-item";

/** What an SDK sent: each event's bytes, and the id that stands on the envelope. */
export type SentEvents = { payloads: readonly Uint8Array[]; is_broken: boolean; event_id?: unknown };

/**
 * Keeps events as frames and answers the id of the first, as SDKs expect. What cannot be kept (no reference, no frames, a
 * time long ago) is in quarantine, and answered as well: an SDK would throw it away, and nobody would hear of it.
 */
export async function keepSentryEvents(
  ctx: ServiceContext,
  request: Request,
  { payloads, is_broken, event_id }: SentEvents,
): Promise<Response> {
  const keeps = new Set(ctx.settings.sentry_keeps);
  const items = await mapInSlices(payloads, (payload, at) =>
    readEvent(payload, { event_id: at === 0 ? event_id : undefined, keeps }),
  );
  if (is_broken) items.push(unreadable("envelope", event_id));
  const { results } = items.length === 0 ? { results: [] } : await attachFrames(ctx, { items });
  const known = framesIdOf(event_id) ?? results[0]?.frames_id ?? idOf(items[0]?.item);
  return jsonAnswer(request, known === undefined ? {} : { id: eventIdOf(known) }, 200);
}

function idOf(item: unknown): string | undefined {
  return typeof item === "object" && item !== null ? framesIdOf(Reflect.get(item, "frames_id")) : undefined;
}

type Reading = { event_id: unknown; keeps: ReadonlySet<SentryKeep> };

function readEvent(payload: Uint8Array, reading: Reading): ReadItem {
  const body = decodeBody(payload);
  if (holdsTooMuch(body.text)) return unreadable("event", reading.event_id, TOO_MUCH);
  const event = readJson(body.text);
  if (event === undefined) return unreadable("event", reading.event_id);
  const read: ReadItem = { item: event, unreadable: null, sanitized: false };
  const { item, sanitized } = isSuspicious(body) ? sanitizing(body)(read) : read;
  return { item: framesOfSentry(item, reading), unreadable: null, sanitized };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Of what cannot be read nothing is kept: what is to be dropped of it cannot be told. */
function unreadable(what: "event" | "envelope", event_id: unknown, why = NOT_READABLE): ReadItem {
  const item = { sentry_item: what, frames_id: framesIdOf(event_id) };
  return { item, unreadable: why, sanitized: false };
}

const NOT_READABLE: Rejection = {
  code: "item_not_json",
  class: "validation",
  message: "What an SDK of Sentry sent cannot be read: an item is not complete, or not valid JSON.",
  hint: "It was not kept, since what must not be stored of it cannot be told. Look for what cuts bodies short on the way.",
  retryable: false,
};
