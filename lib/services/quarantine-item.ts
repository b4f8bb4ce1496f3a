import type { QuarantineItem } from "@/db/queries/quarantine";
import { referenceOf, textOf } from "@/domain/attempt";
import { beginningOf } from "@/domain/beginning-of";
import { saysUnknown } from "@/domain/event";
import { isCarriedNumber, stringifyJson, withoutDepth } from "@/domain/json";
import { LOOK_AHEAD } from "@/domain/look-ahead";
import { applyPins, type Pins } from "@/domain/permissions";
import { skeletonOf } from "@/domain/reference";
import type { Rejection } from "@/domain/reported-event";
import { AN_ID, ID_FIELDS } from "@/domain/scrub/scrub-mapping";
import { scrubName } from "@/domain/scrub/scrub-text";
import { type Scrub, scrubValue } from "@/domain/scrub/scrub-value";
import { cutToBytes, sanitizeText } from "@/domain/text";
import { digest } from "@/lib/platform/digest";

const PAYLOAD_BYTES = 64 * 1024;
/** No field takes a value as deep as this: what is left out beyond would never be stored as an event or record. */
const KEPT_DEPTH = 200;

export type RejectedItem = {
  source_id: number;
  door: QuarantineItem["door"];
  /** As sent: a value, or the text that could not be read as JSON. */
  item: unknown;
  rejection: Rejection;
  pins: Pins;
  received_at: string;
  /** Whether NUL or lone surrogates were replaced in it before it came here. */
  sanitized?: boolean | undefined;
  scrub?: Scrub | undefined;
};

/** The quarantine row of a rejected item: scrubbed, cut to 64 KiB, with what can be read of it. */
export function quarantineItemOf(rejected: RejectedItem): QuarantineItem {
  const { item, rejection, scrub = { found: 0 } } = rejected;
  const sent = referenceOf(item, scrub);
  const reference = sent === null ? null : sanitizeText(sent);
  const text = textOfItem(item);
  return {
    source_id: rejected.source_id,
    door: rejected.door,
    reason: rejection.code,
    field: rejection.field ?? null,
    detail: rejection.message,
    reference,
    skeleton: reference === null ? null : skeletonOf(reference),
    tool: clean(textOf(item, "tool", 200), scrub),
    ...partsOf(item, rejected.pins, scrub),
    event_id: uuidOf(item),
    ...payloadOf(item, text, scrub),
    sanitized: rejected.sanitized ?? false,
    content_hash: digest(text).hash,
    says_unknown: saysUnknown(item),
    received_at: rejected.received_at,
  };
}

/** Tenant, environment and service as sent or pinned; a pin wins, so that confinement holds for rejected items too. */
export function partsOf(item: unknown, pins: Pins, scrub: Scrub = { found: 0 }): Pins {
  const sent = {
    tenant: clean(textOf(item, "tenant", 200), scrub),
    environment: clean(textOf(item, "environment", 200), scrub),
    service: clean(textOf(item, "service", 200), scrub),
  };
  return applyPins(pins, sent).parts;
}

function clean(text: string | null, scrub: Scrub): string | null {
  return text === null ? null : scrubName(sanitizeText(text), scrub);
}

function withIds(scrubbed: unknown, item: unknown): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item) || isCarriedNumber(item))
    return scrubbed;
  const ids = ID_FIELDS.flatMap((field) => {
    const id: unknown = Object.hasOwn(item, field) ? Reflect.get(item, field) : null;
    return typeof id === "string" && AN_ID.test(id) ? [[field, id]] : [];
  });
  return { ...(scrubbed as object), ...Object.fromEntries(ids) };
}

/** Twice, since ids and what JSON escapes may stand between the cut and the end of the text. */
const CUT_OFF = 2 * LOOK_AHEAD;

/**
 * Of what is longer than is kept only the beginning is scrubbed: 15 MB took seconds in which nobody was answered. Its
 * end is then left out, where half a credential may stand.
 */
function payloadOf(item: unknown, text: string, scrub: Scrub): { payload: string; cut: boolean } {
  const kept = withoutDepth(item, KEPT_DEPTH);
  const most = PAYLOAD_BYTES + CUT_OFF;
  const { value, isWhole } = text.length > most ? beginningOf(kept, most) : { value: kept, isWhole: true };
  const scrubbed = scrubValue(value, scrub);
  const written = typeof scrubbed === "string" ? scrubbed : stringifyJson(withIds(scrubbed, item));
  const left = isWhole ? written : written.slice(0, -CUT_OFF);
  const { text: payload, cut } = cutToBytes(sanitizeText(left), PAYLOAD_BYTES);
  return { payload, cut: cut || !isWhole };
}

/** The item as text, all of it: what makes it the same as another. */
export function textOfItem(item: unknown): string {
  return typeof item === "string" ? item : stringifyJson(item);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidOf(item: unknown): string | null {
  const text = textOf(item, "event_id", 36);
  return text !== null && UUID.test(text) ? text : null;
}
