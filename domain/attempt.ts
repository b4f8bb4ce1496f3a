import { readCode } from "./code";
import { type Effect, readEffect } from "./effect";
import type { PreparedEvent } from "./event";
import { bodyOf } from "./event-body";
import { type ClassNames, readClass } from "./event-class";
import { parseJson } from "./json";
import { type Rejection, referenceShape } from "./reported-event";
import { scrubName, scrubString } from "./scrub/scrub-text";
import type { Scrub } from "./scrub/scrub-value";

/** One attempt at an intended effect, on its way into the exception queue. */
export type AttemptInput = {
  /** The caller's own name for it, echoed. */
  key: string;
  /** Null where a person reports it. */
  source_id: number | null;
  event_id: string | null;
  reference: string | null;
  occurred_at: string;
  tool: string | null;
  service: string | null;
  tenant: string | null;
  environment: string | null;
  idempotency_key: string | null;
  code: string;
  class: string;
  effect: Effect | null;
  run_id: string | null;
  call_id: string | null;
  arguments_hash: string | null;
  /** Why the item could not be stored as an event although it says `unknown`. */
  unreadable: string | null;
  /** Tells intents without a usable key apart: the event's id, or a hash of what could not be read. */
  lone_event: string;
  /** Opens a case although its effect was not reported: an unmapped failure of a writing tool. */
  inferred?: boolean;
  /** What the case keeps of its event, beyond the event's retention. */
  snapshot: Record<string, unknown>;
};

/** What ingest found out about an event that the event does not say itself. */
export type AttemptFacts = {
  /** Why it could not be stored although it may say `unknown`; null for a stored one. */
  unreadable: string | null;
  /** Whether its tool is one whose silence is doubt (`infersUnknown`). */
  inferred: boolean;
};

/**
 * Whether an event leaves its effect in doubt without saying so: it fell through every named case and did not
 * report its effect. Whether that opens a case is for its tool to say.
 */
export function isSilentFailure(event: Pick<PreparedEvent, "unmapped" | "effect">): boolean {
  return event.unmapped && event.effect === null;
}

/**
 * The attempt in an event, or null when it has nothing to say to the queue: `unknown` opens or joins a
 * case, so does an inferred doubt, and whatever else carries an idempotency key may belong to one.
 */
export function attemptOfEvent(
  key: string,
  event: PreparedEvent,
  { unreadable, inferred }: AttemptFacts,
): AttemptInput | null {
  const opens = event.effect === "unknown" || inferred;
  const concernsQueue = opens || (event.idempotency_key !== null && unreadable === null);
  if (!concernsQueue) return null;
  const { content_hash, skeleton, body, source_id, ...columns } = event;
  return {
    key,
    source_id,
    event_id: event.event_id,
    reference: event.reference,
    occurred_at: event.occurred_at,
    tool: event.tool,
    service: event.service,
    tenant: event.tenant,
    environment: event.environment,
    idempotency_key: event.idempotency_key,
    code: event.code,
    class: event.class,
    effect: event.effect,
    run_id: event.run_id,
    call_id: event.call_id,
    arguments_hash: event.arguments_hash,
    unreadable,
    inferred,
    lone_event: unreadable === null ? event.event_id : loneConflict(event),
    snapshot: { ...columns, ...(parseJson(body) as object) },
  };
}

/** What tells the case of a conflicting event apart: another event of its id is stored with other content. */
export function loneConflict(event: Pick<PreparedEvent, "event_id" | "content_hash">): string {
  return `${event.event_id}:${event.content_hash}`;
}

export type UnreadableItem = {
  key: string;
  source_id: number;
  item: unknown;
  rejection: Rejection;
  /** A digest of the item: a retried batch finds the same case. */
  uuid: string;
  received_at: string;
  parts: { tenant: string | null; environment: string | null; service: string | null };
  /** By which names classes are read; left out: those of the contract. */
  class_names?: ClassNames | undefined;
  scrub?: Scrub;
};

/**
 * The attempt in an item that was rejected but says its effect is unknown: an unknown effect never vanishes. Each of
 * its parts is read and scrubbed as an event's is.
 */
export function attemptOfUnreadable(unreadable: UnreadableItem): AttemptInput {
  const { item, rejection, uuid, scrub = { found: 0 } } = unreadable;
  const tool = textOf(item, "tool", 200);
  const { code, code_sent } = readCode(
    memberOf(item, "code") ?? memberOf(item, "error") ?? memberOf(item, "type"),
  );
  const { class: eventClass, class_sent } = readClass(memberOf(item, "class"), unreadable.class_names);
  const { effect_sent } = readEffect(memberOf(item, "effect"));
  const message = textOf(item, "message", Number.POSITIVE_INFINITY);
  const body = bodyOf({ message }, { code_sent, class_sent, effect_sent }, scrub);
  return {
    key: unreadable.key,
    source_id: unreadable.source_id,
    event_id: uuid,
    reference: referenceOf(item, scrub),
    occurred_at: unreadable.received_at,
    tool: tool === null ? null : scrubName(tool, scrub),
    ...unreadable.parts,
    idempotency_key: textOf(item, "idempotency_key", 255),
    code,
    class: eventClass,
    effect: "unknown",
    run_id: textOf(item, "run_id", 255),
    call_id: textOf(item, "call_id", 255),
    arguments_hash: textOf(item, "arguments_hash", 255),
    unreadable: `${rejection.code}: ${rejection.message}`,
    lone_event: uuid,
    snapshot: { rejected: rejection.code, ...(parseJson(body.text) as object) },
  };
}

/** A reference is never touched; what only stands in its place is scrubbed as any text. */
export function referenceOf(item: unknown, scrub: Scrub): string | null {
  const sent = textOf(item, "reference", 128);
  return sent === null || referenceShape.safeParse(sent).success ? sent : scrubString(sent, scrub);
}

/** A member of a raw item when it is usable text, else null. */
export function textOf(item: unknown, field: string, limit: number): string | null {
  const value = memberOf(item, field);
  return typeof value === "string" && value.trim() !== "" && value.length <= limit ? value : null;
}

function memberOf(item: unknown, field: string): unknown {
  return typeof item === "object" && item !== null ? Reflect.get(item, field) : undefined;
}
