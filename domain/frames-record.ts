import { type Fingerprint, fingerprintOf } from "./fingerprint";
import { fittingUnscrubbed, type Kept, mayBeTooLong, payloadText } from "./frames-payload";
import { type Instant, parseInstant } from "./instant";
import { stringifyJson, withSortedKeys } from "./json";
import { applyPins, type Pins } from "./permissions";
import { pinnedRejection } from "./pinned-rejection";
import { parseTrace } from "./raw-trace/read-trace";
import { readReportedFrames } from "./read-reported-frames";
import { skeletonOf } from "./reference";
import { type Rejection, rejectionOfIssue } from "./reported-event";
import { type ReportedFrames, reportedFrames } from "./reported-frames";
import { scrubExceptions } from "./scrub/scrub-exceptions";
import { scrubString } from "./scrub/scrub-text";
import { type Scrub, scrubNames, scrubRejection, scrubValue } from "./scrub/scrub-value";

/** A frames record ready to be stored: the columns of `frames`, with the payload still as text. */
export type PreparedFrames = {
  reference: string;
  captured_at: string;
  frames_id: string;
  source_id: number;
  received_at: string;
  event_id: string | null;
  skeleton: string;
  content_hash: string;
  tool: string | null;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  language: string | null;
  exception_type: string | null;
  /** 64 bits as a signed decimal; null where no frame and no type says anything. */
  fingerprint: string | null;
  top_frame: string | null;
  /** JSON of a `FramesPayload`. */
  payload: string;
};

export type FramesRules = {
  source_id: number;
  pins: Pins;
  now: Instant;
  retention_days: number;
  digest: (text: string) => { hash: string; uuid: string };
  sanitized: boolean;
  /** What is hidden beside credentials, and where it is counted. */
  scrub?: Scrub;
};

export type FramesOutcome =
  | { ok: true; frames: PreparedFrames /** Sent without a time. */; timeless: boolean }
  | { ok: false; rejection: Rejection };

const AHEAD_SECONDS = 24 * 3600;
const EXCEPTION_TYPE_CHARACTERS = 200;

/** Reads one item as a frames record by the rules of CONTRACT "Frames", or says what is wrong with it. */
export function prepareFrames(item: unknown, rules: FramesRules): FramesOutcome {
  const reported = readReportedFrames(item);
  if (reported === null) return refused(whyNoFrames(item), rules);
  if (!reported.raw && !reported.exceptions?.length) return { ok: false, rejection: EMPTY };
  const { tenant, environment, service } = reported;
  const pinned = applyPins(rules.pins, {
    tenant: tenant || null,
    environment: environment || null,
    service: service || null,
  });
  const { conflict } = pinned;
  if (conflict) return refused(pinnedRejection(conflict, reported[conflict], rules.pins), rules);
  const captured = captureTime(reported, rules);
  if ("code" in captured) return refused(captured, rules);
  return {
    ok: true,
    timeless: !reported.captured_at,
    frames: build(reported, pinned.parts, captured, rules),
  };
}

function whyNoFrames(item: unknown): Rejection {
  const { error } = reportedFrames.safeParse(item);
  if (error === undefined) throw new Error("an item was refused that the schema takes");
  return rejectionOfIssue(error, item);
}

/** What was received is said back as it may be stored. */
function refused(rejection: Rejection, rules: FramesRules): FramesOutcome {
  return { ok: false, rejection: scrubRejection(rejection, rules.scrub) };
}

const EMPTY: Rejection = {
  code: "frames_required",
  class: "validation",
  message: "A frames record needs exceptions or raw.",
  field: "exceptions",
  hint: "Send the trace as text in raw; it is enough.",
  retryable: false,
};

function captureTime(reported: ReportedFrames, rules: FramesRules): Instant | Rejection {
  const captured = reported.captured_at ? parseInstant(reported.captured_at) : rules.now;
  const base = {
    class: "validation" as const,
    field: "captured_at",
    received: reported.captured_at,
    retryable: false as const,
  };
  if (!captured)
    return { ...base, code: "invalid_captured_at", message: "captured_at must be RFC 3339 with an offset." };
  const ahead = (captured.micros - rules.now.micros) / 1e6;
  if (ahead <= AHEAD_SECONDS && ahead >= -rules.retention_days * 86_400) return captured;
  const message = `captured_at must lie within the last ${rules.retention_days} days and at most 24 hours ahead.`;
  return { ...base, code: "captured_at_out_of_range", message };
}

function build(reported: ReportedFrames, parts: Pins, captured: Instant, rules: FramesRules): PreparedFrames {
  const content = contentOf(reported, captured);
  const { hash, uuid } = rules.digest(`${rules.source_id}:${content}`);
  const scrub = rules.scrub ?? { found: 0 };
  const before = scrub.found;
  const { tool = null, language = null } = reported;
  const names = scrubNames({ ...parts, tool, language }, scrub);
  const sent = sentOf(reported);
  const fitting = mayBeTooLong(content) ? fittingUnscrubbed(sent, scrub) : sent;
  const kept = scrubbed(fitting, scrub);
  const kind = kindOf(kept, names.tool, language, scrub);
  const marks = [
    ...(fitting === sent ? [] : ["cut"]),
    ...(scrub.found > before ? ["scrubbed"] : []),
    ...(rules.sanitized ? ["sanitized"] : []),
  ];
  return {
    reference: reported.reference,
    captured_at: captured.iso,
    frames_id: reported.frames_id?.toLowerCase() ?? uuid,
    source_id: rules.source_id,
    received_at: rules.now.iso,
    event_id: reported.event_id?.toLowerCase() ?? null,
    skeleton: skeletonOf(reported.reference),
    content_hash: hash,
    ...names,
    exception_type: kind.exception_type,
    fingerprint: kind.fingerprint && rules.digest(kind.fingerprint.text).hash,
    top_frame: kind.fingerprint?.top_frame ?? null,
    payload: payloadText(kept, marks),
  };
}

/** What makes a record the same as another: all that is known of it, in the order of the names. */
function contentOf(reported: ReportedFrames, captured: Instant): string {
  return stringifyJson({
    ...reported,
    arguments: withSortedKeys(reported.arguments),
    captured_at: reported.captured_at ? captured.iso : null,
    context: withSortedKeys(reported.context),
  });
}

function sentOf(reported: ReportedFrames): Kept {
  const { exceptions = null, raw = null } = reported;
  return { exceptions, raw, arguments: reported.arguments ?? null, context: reported.context ?? null };
}

function scrubbed({ exceptions, raw, ...free }: Kept, scrub: Scrub): Kept {
  return {
    exceptions: exceptions && scrubExceptions(exceptions, scrub),
    raw: raw === null ? null : scrubString(raw, scrub),
    arguments: scrubValue(free.arguments, scrub),
    context: scrubValue(free.context, scrub),
  };
}

/** What tells a record from others of its tool; where only its text was sent, as the text says. */
function kindOf({ exceptions, raw }: Kept, tool: string | null, language: string | null, scrub: Scrub) {
  if (exceptions?.length) return kindBy(exceptions[0]?.type, fingerprintOf(tool, exceptions));
  const read = parseTrace(raw ?? "", language);
  const fingerprint = fingerprintOf(tool, read, (text) => scrubString(text, scrub));
  return kindBy(scrubString(read[0]?.type ?? "", scrub), fingerprint);
}

function kindBy(type: string | null | undefined, fingerprint: Fingerprint | null) {
  return { exception_type: type ? type.slice(0, EXCEPTION_TYPE_CHARACTERS) : null, fingerprint };
}
