import type { QuarantineItem } from "@/db/queries/quarantine";
import { textOf } from "@/domain/attempt";
import { saysUnknown } from "@/domain/event";
import { stringifyJson } from "@/domain/json";
import { applyPins, type Pins } from "@/domain/permissions";
import { skeletonOf } from "@/domain/reference";
import type { Rejection } from "@/domain/reported-event";
import { scrubValue } from "@/domain/scrub";
import { cutToBytes, sanitizeText } from "@/domain/text";
import { digest } from "@/lib/platform/digest";

const PAYLOAD_BYTES = 64 * 1024;

export type RejectedItem = {
  source_id: number;
  door: QuarantineItem["door"];
  /** As sent: a value, or the text that could not be read as JSON. */
  item: unknown;
  rejection: Rejection;
  pins: Pins;
  received_at: string;
};

/** The quarantine row of a rejected item: scrubbed, cut to 64 KiB, with what can be read of it. */
export function quarantineItemOf(rejected: RejectedItem): QuarantineItem {
  const { item, rejection } = rejected;
  const reference = textOf(item, "reference", 128);
  const text = textOfItem(item);
  return {
    source_id: rejected.source_id,
    door: rejected.door,
    reason: rejection.code,
    field: rejection.field ?? null,
    detail: rejection.message,
    reference: reference === null ? null : sanitizeText(reference),
    skeleton: reference === null ? null : skeletonOf(sanitizeText(reference)),
    tool: sanitized(textOf(item, "tool", 200)),
    ...partsOf(item, rejected.pins),
    event_id: uuidOf(item),
    payload: payloadOf(item, text),
    content_hash: digest(text).hash,
    says_unknown: saysUnknown(item),
    received_at: rejected.received_at,
  };
}

/** Tenant, environment and service as sent or pinned; a pin wins, so that confinement holds for rejected items too. */
export function partsOf(item: unknown, pins: Pins): Pins {
  const sent = {
    tenant: sanitized(textOf(item, "tenant", 200)),
    environment: sanitized(textOf(item, "environment", 200)),
    service: sanitized(textOf(item, "service", 200)),
  };
  return applyPins(pins, sent).parts;
}

function sanitized(text: string | null): string | null {
  return text === null ? null : sanitizeText(text);
}

function payloadOf(item: unknown, text: string): string {
  const scrubbed = typeof item === "string" ? scrubValue(text, { found: 0 }) : scrubbedText(item, text);
  return cutToBytes(sanitizeText(String(scrubbed)), PAYLOAD_BYTES).text;
}

/** Scrubbed by key and form; where the value nests too deep to be walked, by form alone. */
function scrubbedText(item: unknown, text: string): string {
  try {
    return stringifyJson(scrubValue(item, { found: 0 }));
  } catch {
    return String(scrubValue(text, { found: 0 }));
  }
}

/** The item as text; V8's JSON writer gives up on extreme depth, and so do we then. */
export function textOfItem(item: unknown): string {
  if (typeof item === "string") return item;
  try {
    return stringifyJson(item);
  } catch {
    return "(nested too deeply to be written)";
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidOf(item: unknown): string | null {
  const text = textOf(item, "event_id", 36);
  return text !== null && UUID.test(text) ? text : null;
}
