import { stringifyJson } from "./json";
import { readTrace } from "./raw-trace/read-trace";
import type { ReportedException } from "./reported-frames";
import { type Scrub, scrubValue } from "./scrub/scrub-value";

/** What is compressed and kept for engineers. Where only a text was sent, it is all there is: see `exceptionsOf`. */
export type FramesPayload = {
  exceptions: ReportedException[] | null;
  raw: string | null;
  arguments: unknown;
  context: unknown;
  /** `cut`, `scrubbed`, `sanitized`. */
  marks: string[];
};

/** A payload without what is said of it. */
export type Kept = Omit<FramesPayload, "marks">;

/** CONTRACT "Frames": up to 1 MiB each. */
const PAYLOAD_CHARACTERS = 1024 * 1024;

/**
 * The exceptions of a record, as they were sent or as its text says them. They are read when somebody looks, for few
 * records are ever looked at, and what is read then is scrubbed once more: a text has colours and line ends between what
 * a reader joins.
 */
export function exceptionsOf(
  { exceptions, raw }: Pick<FramesPayload, "exceptions" | "raw">,
  language: string | null,
  scrub: Scrub,
): ReportedException[] {
  if (exceptions?.length) return exceptions;
  return raw ? (scrubValue(readTrace(raw, language), scrub) as ReportedException[]) : [];
}

/** The JSON of a payload, cut in its middle where it would be over 1 MiB, and marked so. */
export function payloadText(kept: Kept, marks: readonly string[]): string {
  const text = stringifyJson({ ...kept, marks });
  if (text.length <= PAYLOAD_CHARACTERS) return text;
  for (const shorter of everShorter(kept)) {
    const cut = stringifyJson({ ...shorter, marks: ["cut", ...marks] });
    if (cut.length <= PAYLOAD_CHARACTERS) return cut;
  }
  return stringifyJson({ ...leastOf(kept), marks: ["cut", ...marks] });
}

/** Cut where traces repeat themselves: first the text, then frames. */
function* everShorter(kept: Kept): Generator<Kept> {
  const raw = kept.raw === null ? null : cutMiddle(kept.raw, PAYLOAD_CHARACTERS / 4);
  yield { ...kept, raw };
  for (const frames of [400, 100, 20]) {
    const exceptions = kept.exceptions?.map((exception) => fewerFrames(exception, frames)) ?? null;
    yield { ...kept, raw, exceptions };
  }
}

function leastOf({ exceptions, raw }: Kept): Kept {
  const types = exceptions?.map(({ type, message }) => ({ type, message: message?.slice(0, 1000) }));
  return {
    exceptions: types ?? null,
    raw: raw === null ? null : cutMiddle(raw, PAYLOAD_CHARACTERS / 4),
    arguments: null,
    context: null,
  };
}

function fewerFrames(exception: ReportedException, limit: number): ReportedException {
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
