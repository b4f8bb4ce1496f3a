import { fingerprintOf } from "./fingerprint";
import { type Instant, parseInstant } from "./instant";
import { stringifyJson, withSortedKeys } from "./json";
import { applyPins, type Pins } from "./permissions";
import { readTrace } from "./raw-trace/read-trace";
import { skeletonOf } from "./reference";
import { type Rejection, rejectionOfIssue } from "./reported-event";
import { type ReportedFrames, reportedFrames } from "./reported-frames";
import { type Scrub, scrubNames, scrubRejection, scrubValue } from "./scrub";

/** A frames record ready to be stored: the columns of `frames`, with the payload still as an object. */
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
  record: FramesPayload;
};

/** What is compressed and kept for engineers. */
export type FramesPayload = {
  exceptions: ReportedFrames["exceptions"];
  raw: string | null;
  arguments: unknown;
  context: unknown;
  /** `cut`, `scrubbed`, `sanitized`. */
  marks: string[];
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

const RECORD_CHARACTERS = 1024 * 1024;
const AHEAD_SECONDS = 24 * 3600;

/** Reads one item as a frames record by the rules of CONTRACT "Frames", or says what is wrong with it. */
export function prepareFrames(item: unknown, rules: FramesRules): FramesOutcome {
  const parsed = reportedFrames.safeParse(item);
  if (!parsed.success) return refused(rejectionOfIssue(parsed.error, item), rules);
  const reported = parsed.data;
  if (!reported.raw && !reported.exceptions?.length) return { ok: false, rejection: EMPTY };
  const { tenant, environment, service } = reported;
  const pinned = applyPins(rules.pins, {
    tenant: tenant || null,
    environment: environment || null,
    service: service || null,
  });
  if (pinned.conflict) return refused(pinnedRejection(pinned.conflict, rules.pins), rules);
  const captured = captureTime(reported, rules);
  if ("code" in captured) return refused(captured, rules);
  return {
    ok: true,
    timeless: !reported.captured_at,
    frames: build(reported, pinned.parts, captured, rules),
  };
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

function pinnedRejection(field: keyof Pins, pins: Pins): Rejection {
  const message = `This key reports only for ${field} ${JSON.stringify(pins[field])}.`;
  return {
    code: "pinned_by_key",
    class: "authorization",
    message,
    field,
    permitted: [pins[field]],
    retryable: false,
  };
}

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
  const content = stringifyJson(
    withSortedKeys({ ...reported, captured_at: reported.captured_at ? captured.iso : null }),
  );
  const { hash, uuid } = rules.digest(`${rules.source_id}:${content}`);
  const scrub = rules.scrub ?? { found: 0 };
  const before = scrub.found;
  const { tool = null, language = null } = reported;
  const names = scrubNames({ ...parts, tool, language }, scrub);
  const record = payloadOf(reported, scrub, before, rules.sanitized);
  const fingerprint = fingerprintOf(names.tool, record.exceptions ?? null);
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
    exception_type: record.exceptions?.[0]?.type?.slice(0, 200) ?? null,
    fingerprint: fingerprint && rules.digest(fingerprint.text).hash,
    top_frame: fingerprint?.top_frame ?? null,
    record,
  };
}

function payloadOf(
  reported: ReportedFrames,
  scrub: Scrub,
  before: number,
  sanitized: boolean,
): FramesPayload {
  const { exceptions = null, raw = null } = reported;
  const kept = { exceptions, raw, arguments: reported.arguments ?? null, context: reported.context ?? null };
  const scrubbed = scrubValue(kept, scrub) as typeof kept;
  const fitted = fit(scrubbed);
  const chain = fitted.kept.exceptions?.length
    ? fitted.kept.exceptions
    : exceptionsFromText(scrubbed.raw, reported.language, fitted.kept, scrub);
  const marks = [
    ...(fitted.cut ? ["cut"] : []),
    ...(scrub.found > before ? ["scrubbed"] : []),
    ...(sanitized ? ["sanitized"] : []),
  ];
  return { ...fitted.kept, exceptions: chain, marks };
}

type Kept = Omit<FramesPayload, "marks">;

/**
 * What the text of a trace says, where nothing else was sent. It is read after scrubbing, for a secret may span lines,
 * and scrubbed again, for colour codes may split one. It takes only the room that the text leaves it.
 */
function exceptionsFromText(
  raw: string | null,
  language: string | null | undefined,
  beside: Kept,
  scrub: Scrub,
): FramesPayload["exceptions"] {
  const read = raw ? (scrubValue(readTrace(raw, language), scrub) as Exception[]) : [];
  if (read.length === 0) return null;
  for (const frames of [1000, 100, 20]) {
    const fewer = read.map((exception) => fewerFrames(exception, frames));
    if (fits({ ...beside, exceptions: fewer })) return fewer;
  }
  return [{ ...read[0], message: undefined, frames: [] }];
}

/** Whether a record's JSON is short enough. It is written only where its length is not plain to see. */
function fits(kept: Kept): boolean {
  return mostCharacters(kept) <= RECORD_CHARACTERS || stringifyJson(kept).length <= RECORD_CHARACTERS;
}

/** What the JSON of a value takes at most: each unit of a text as `\u0000`, a number as long as a double can be. */
function mostCharacters(value: unknown): number {
  if (typeof value === "string") return 6 * value.length + 3;
  if (typeof value !== "object" || value === null) return 26;
  let most = 3;
  for (const key in value) most += 6 * key.length + 3 + mostCharacters(Reflect.get(value, key));
  return most;
}

/** Cuts a record over 1 MiB in the middle, where traces repeat themselves: first the text, then frames, then the rest. */
function fit(kept: Kept): { kept: Kept; cut: boolean } {
  if (fits(kept)) return { kept, cut: false };
  const shorter: Kept = {
    ...kept,
    raw: kept.raw === null ? null : cutMiddle(kept.raw, RECORD_CHARACTERS / 4),
  };
  if (fits(shorter)) return { kept: shorter, cut: true };
  for (const frames of [400, 100, 20]) {
    const fewer = {
      ...shorter,
      exceptions: shorter.exceptions?.map((exception) => fewerFrames(exception, frames)) ?? null,
    };
    if (fits(fewer)) return { kept: fewer, cut: true };
  }
  const types = shorter.exceptions?.map(({ type, message }) => ({ type, message: message?.slice(0, 1000) }));
  return { kept: { exceptions: types ?? null, raw: shorter.raw, arguments: null, context: null }, cut: true };
}

type Exception = NonNullable<ReportedFrames["exceptions"]>[number];

function fewerFrames(exception: Exception, limit: number): Exception {
  const frames = exception.frames ?? [];
  const message = exception.message && cutMiddle(exception.message, 8192);
  if (frames.length <= limit) return { ...exception, message };
  const gap = { function: `… ${frames.length - limit} frames left out …` };
  return { ...exception, message, frames: [...frames.slice(0, limit / 2), gap, ...frames.slice(-limit / 2)] };
}

function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half).toWellFormed()}\n… ${left} characters left out …\n${text.slice(-half).toWellFormed()}`;
}
