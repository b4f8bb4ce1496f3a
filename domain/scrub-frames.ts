import { ownText } from "./own-text";
import { withoutControls } from "./raw-trace/trace-lines";
import type { ReportedException, ReportedStackFrame } from "./reported-frames";
import { type Scrub, scrubValue } from "./scrub";
import { CREDENTIALS_ONLY, type ScrubRules } from "./scrub-rules";

/**
 * A trace's text as it may be stored. It is judged by what a terminal shows of it, for a colour may stand amid a secret;
 * where the colours hid one, they are given up.
 */
export function scrubTrace(raw: string, scrub: Scrub): string {
  const bare = withoutControls(raw);
  const shown = scrubValue(bare, scrub) as string;
  if (bare === raw) return shown;
  const uncounted = { found: 0, ...(scrub.rules && { rules: scrub.rules }) };
  const coloured = scrubValue(raw, uncounted) as string;
  return withoutControls(coloured) === shown ? coloured : shown;
}

/**
 * Exceptions as they may be stored, as `scrubValue` leaves them: the members of an exception and of a frame have names of
 * ours, which tell nothing of their values, so that only the texts are looked at.
 */
export function scrubExceptions(exceptions: readonly ReportedException[], scrub: Scrub): ReportedException[] {
  const clean = cleanTexts(scrub.rules ?? CREDENTIALS_ONLY);
  return exceptions.map((exception) => {
    const { frames, message, module, type } = exception;
    return {
      ...exception,
      frames: frames?.map((frame) => scrubFrame(frame, scrub, clean)),
      message: scrubValue(message, scrub) as typeof message,
      module: recurring(module, scrub, clean),
      type: recurring(type, scrub, clean),
    };
  });
}

function scrubFrame(frame: ReportedStackFrame, scrub: Scrub, clean: Set<string>): ReportedStackFrame {
  const code = recurring(frame.code, scrub, clean);
  const file = recurring(frame.file, scrub, clean);
  const name = recurring(frame.function, scrub, clean);
  if (code === frame.code && file === frame.file && name === frame.function) return frame;
  return { ...frame, code, file, function: name };
}

/** The same lines of the same files fail again and again; a flood of others empties the memory. */
const REMEMBERED_TEXTS = 10_000;
const REMEMBERED_CHARACTERS = 300;
const remembered = new WeakMap<ScrubRules, Set<string>>();

/** Texts in which these rules found nothing. */
function cleanTexts(rules: ScrubRules): Set<string> {
  const known = remembered.get(rules) ?? new Set();
  remembered.set(rules, known);
  if (known.size >= REMEMBERED_TEXTS) known.clear();
  return known;
}

function recurring<Text extends string | null | undefined>(
  text: Text,
  scrub: Scrub,
  clean: Set<string>,
): Text {
  if (typeof text !== "string" || clean.has(text)) return text;
  const scrubbed = scrubValue(text, scrub) as Text;
  if (scrubbed === text && text.length <= REMEMBERED_CHARACTERS) clean.add(ownText(text));
  return scrubbed;
}
