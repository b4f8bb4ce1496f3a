import { readCode } from "./code";
import { type Effect, readEffect } from "./effect";
import { bodyOf } from "./event-body";
import { type ClassNames, type EventClass, readClass } from "./event-class";
import { type Identity, type IdentityRules, identify } from "./event-identity";
import type { BodyLeak } from "./leaks-in-body";
import { applyPins, type Pins } from "./permissions";
import { pinnedRejection } from "./pinned-rejection";
import { readReported } from "./read-reported";
import { skeletonOf } from "./reference";
import { type Rejection, type ReportedEvent, rejectionOfIssue, reportedEvent } from "./reported-event";
import { type Scrub, scrubNames, scrubRejection } from "./scrub/scrub-value";
import { textSaysUnknown } from "./text-says-unknown";

export type EventMark = "malformed_code" | "sanitized" | "skewed" | "message_cut" | "scrubbed" | "leaked";

/** An event ready to be stored: the columns of `events`, by the same names. */
export type PreparedEvent = {
  source_id: number;
  event_id: string;
  reference: string;
  occurred_at: string;
  received_at: string;
  content_hash: string;
  skeleton: string;
  tool: string;
  code: string;
  class: EventClass;
  effect: Effect | null;
  unmapped: boolean;
  retryable: boolean | null;
  idempotency_key: string | null;
  arguments_hash: string | null;
  attempt: number | null;
  turn: number | null;
  run_id: string | null;
  call_id: string | null;
  trace_id: string | null;
  span_id: string | null;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  release: string | null;
  marks: EventMark[];
  body: string;
};

export type EventRules = IdentityRules & {
  pins: Pins;
  unmapped_codes: ReadonlySet<string>;
  /** By which names classes are read; left out: those of the contract. */
  class_names?: ClassNames;
  /** Whether strings were changed to be storable before they came here. */
  sanitized: boolean;
  /** What is hidden beside credentials, and where it is counted. */
  scrub?: Scrub;
};

export type EventOutcome =
  | {
      ok: true;
      event: PreparedEvent;
      /** What leaked into what its caller got. */
      leaks: readonly BodyLeak[];
      /** Sent with neither id nor time. */
      timeless: boolean;
      ignored_fields: number;
    }
  | { ok: false; rejection: Rejection };

/** Reads one item as an event by the rules of CONTRACT "Events", or says what is wrong with it. Never throws. */
export function prepareEvent(item: unknown, rules: EventRules): EventOutcome {
  const read = readReported(item);
  if (read === null) return refused(whyNoEvent(item), rules);
  const { reported, ignored_fields } = read;
  const pinned = applyPins(rules.pins, blankIsAbsent(reported));
  const { conflict } = pinned;
  if (conflict) return refused(pinnedRejection(conflict, reported[conflict], rules.pins), rules);
  const identity = identify(reported, rules);
  if ("code" in identity) return refused(identity, rules);
  return {
    ok: true,
    ...build(reported, pinned.parts, identity, rules),
    timeless: identity.timeless,
    ignored_fields,
  };
}

function whyNoEvent(item: unknown): Rejection {
  const { error } = reportedEvent.safeParse(item);
  if (error === undefined) throw new Error("an item was refused that the schema takes");
  return rejectionOfIssue(error, item);
}

/** What was received is said back as it may be stored. */
function refused(rejection: Rejection, rules: EventRules): EventOutcome {
  return { ok: false, rejection: scrubRejection(rejection, rules.scrub) };
}

const blankIsAbsent = (reported: ReportedEvent): Pins => ({
  tenant: reported.tenant || null,
  environment: reported.environment || null,
  service: reported.service || null,
});

function build(
  reported: ReportedEvent,
  parts: Pins,
  identity: Identity,
  rules: EventRules,
): { event: PreparedEvent; leaks: readonly BodyLeak[] } {
  const { code, code_sent, malformed } = readCode(reported.code ?? reported.error ?? reported.type);
  const { class: eventClass, class_sent } = readClass(reported.class, rules.class_names);
  const { effect, effect_sent } = readEffect(reported.effect);
  const scrub = rules.scrub ?? { found: 0 };
  const before = scrub.found;
  const { tenant, environment, service } = parts;
  const { tool, release } = reported;
  const names = scrubNames({ tenant, environment, service, tool, release: release || null }, scrub);
  const body = bodyOf(reported, { code_sent, class_sent, effect_sent }, scrub);
  const marks: EventMark[] = [];
  if (malformed) marks.push("malformed_code");
  if (rules.sanitized) marks.push("sanitized");
  if (identity.skewed) marks.push("skewed");
  if (body.cut) marks.push("message_cut");
  if (scrub.found > before) marks.push("scrubbed");
  if (body.leaks.length > 0) marks.push("leaked");
  const event: PreparedEvent = {
    source_id: rules.source_id,
    event_id: identity.event_id,
    reference: reported.reference,
    occurred_at: identity.occurred_at,
    received_at: rules.now.iso,
    content_hash: identity.content_hash,
    skeleton: skeletonOf(reported.reference),
    code,
    class: eventClass,
    effect,
    unmapped: rules.unmapped_codes.has(code),
    retryable: reported.retryable ?? null,
    idempotency_key: reported.idempotency_key ?? null,
    arguments_hash: reported.arguments_hash ?? null,
    attempt: reported.attempt ?? null,
    turn: reported.turn ?? null,
    run_id: reported.run_id ?? null,
    call_id: reported.call_id ?? null,
    trace_id: reported.trace_id?.toLowerCase() ?? null,
    span_id: reported.span_id?.toLowerCase() ?? null,
    // One by one: a spread in the middle costs the literal its shape.
    tool: names.tool,
    tenant: names.tenant,
    environment: names.environment,
    service: names.service,
    release: names.release,
    marks,
    body: body.text,
  };
  return { event, leaks: body.leaks };
}

/** Whether a raw item, valid or not, says that its effect is unknown: then a person must see it. */
export function saysUnknown(item: unknown): boolean {
  if (typeof item === "string") return textSaysUnknown(item);
  if (typeof item !== "object" || item === null) return false;
  return readEffect(Reflect.get(item, "effect")).effect === "unknown";
}
