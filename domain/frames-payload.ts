import { stringifyJson } from "./json";
import { LOOK_AHEAD } from "./look-ahead";
import { readTrace } from "./raw-trace/read-trace";
import type { ReportedException } from "./reported-frames";
import { scrubString } from "./scrub/scrub-text";
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
  return stringifyJson({ ...fitting(kept, cutMiddle), marks: [...new Set(["cut", ...marks])] });
}

/** How a text is cut in its middle to so many characters. */
type Cut = (text: string, limit: number) => string;

/** Whether what has so long a JSON may be over 1 MiB. */
export function mayBeTooLong(json: string): boolean {
  return json.length > PAYLOAD_CHARACTERS;
}

/**
 * What will be kept of a payload over 1 MiB, before it is scrubbed: of what is cut anyway 15 MB took seconds in which
 * nobody was answered. What it cuts it scrubs, with more of the text on either side than is left.
 */
export function fittingUnscrubbed(kept: Kept, scrub: Scrub): Kept {
  return fits(kept) ? kept : fitting(kept, (text, limit) => cutScrubbed(text, limit, scrub));
}

function cutScrubbed(text: string, limit: number, scrub: Scrub): string {
  const half = Math.floor(limit / 2);
  const most = half + LOOK_AHEAD;
  if (text.length <= 2 * most)
    return text.length <= limit ? text : cutMiddle(scrubString(text, scrub), limit);
  const head = scrubString(text.slice(0, most), scrub).slice(0, -LOOK_AHEAD);
  const tail = scrubString(text.slice(-most), scrub).slice(LOOK_AHEAD);
  return joined(head, text.length - 2 * half, tail);
}

function fitting(kept: Kept, cut: Cut): Kept {
  if (!fits({ ...kept, exceptions: null, raw: null })) return leastOf(kept, cut);
  for (const shorter of everShorter(kept, cut)) if (fits(shorter)) return shorter;
  return leastOf(kept, cut);
}

/** With room for the marks. */
const fits = (kept: Kept) => stringifyJson(kept).length <= PAYLOAD_CHARACTERS - 100;

/** Cut where traces repeat themselves: first the text, then frames. */
function* everShorter(kept: Kept, cut: Cut): Generator<Kept> {
  const raw = kept.raw === null ? null : cut(kept.raw, PAYLOAD_CHARACTERS / 4);
  yield { ...kept, raw };
  for (const frames of [400, 100, 20]) {
    const exceptions = kept.exceptions?.map((exception) => fewerFrames(exception, frames, cut)) ?? null;
    yield { ...kept, raw, exceptions };
  }
}

function leastOf({ exceptions, raw }: Kept, cut: Cut): Kept {
  const short = (text: string | null | undefined) => text && cut(text, 1000);
  const types = exceptions?.map(({ type, message }) => ({ type: short(type), message: short(message) }));
  return {
    exceptions: types ?? null,
    raw: raw === null ? null : cut(raw, PAYLOAD_CHARACTERS / 4),
    arguments: null,
    context: null,
  };
}

function fewerFrames(exception: ReportedException, limit: number, cut: Cut): ReportedException {
  const frames = exception.frames ?? [];
  const message = exception.message && cut(exception.message, 8192);
  if (frames.length <= limit) return { ...exception, message };
  const gap = { function: `… ${frames.length - limit} frames left out …` };
  return { ...exception, message, frames: [...frames.slice(0, limit / 2), gap, ...frames.slice(-limit / 2)] };
}

function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return joined(text.slice(0, half), text.length - 2 * half, text.slice(-half));
}

function joined(head: string, left: number, tail: string): string {
  return `${head.toWellFormed()}\n… ${left} characters left out …\n${tail.toWellFormed()}`;
}
