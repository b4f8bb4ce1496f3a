import { linesOf, merged, type Span } from "./leak";
import { beginningIn, firstSource, headIn, isPlace } from "./trace-beginning";
import { type Frame, framesIn, isLoneFrame, saidAt } from "./trace-frames";

/** Before a frame that is a line of its own: margins, bullets, numbers, times, the application and one little word. */
const MARGIN = /^[\s│┃|>*•#\d:./)(❱-]*(?:\([\w.-]{1,60} [\w.-]{1,30}\) )?(?:from |in |at )?$/;
/** Python begins with these words and names the exception last; all else names it before the first frame. */
const BEGINS_ITSELF = /^(?:Traceback|Cell In|The above|During handling)/;

type Line = Span & { text: string };

/** Where a trace begins for certain: a frame that is a line of its own, or that no sentence has. */
type First = { line: number; start: number; whole: boolean };

/**
 * The stack trace of a text, from the name of its exception to the text's end, and the places in source files before
 * it. What comes behind a first frame is the log's: causes, locals, dumps, and no rule tells where they end. A place
 * within a sentence (`the rule in refund.py:12`) leaves the sentence.
 */
export function findTraces(text: string): Span[] {
  const lines = linesOf(text).map((line) => ({ ...line, text: text.slice(line.start, line.end) }));
  const places: Span[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.text.trim() === "") continue;
    const frames = framesIn(text, line);
    const first = firstIn(lines, at, frames);
    if (first !== null) {
      const start = beginningOf(text, lines, first);
      return merged([...places.filter((place) => place.start < start), { start, end: text.length }]);
    }
    places.push(...frames);
  }
  return merged(places);
}

function firstIn(lines: readonly Line[], at: number, frames: readonly Frame[]): First | null {
  const line = lines[at];
  if (!line) return null;
  const said = saidAt(line.text);
  if (said >= 0) return { line: at, start: line.start + said, whole: true };
  if (isLoneFrame(line.text) || isPlace(lines, at)) return { line: at, start: line.start, whole: true };
  const [earliest] = merged(frames);
  if (!earliest) return null;
  const before = line.text.slice(0, earliest.start - line.start);
  if (MARGIN.test(before)) return { line: at, start: earliest.start, whole: true };
  const sure = merged(frames.filter((frame) => frame.sure))[0];
  if (sure) return { line: at, start: sure.start, whole: false };
  // `ValueError: no refund in pay.py:12` is a trace, however short.
  return headIn(line.text) >= 0 ? { line: at, start: earliest.start, whole: false } : null;
}

/** Where the exception is named whose frames begin there, or what else a runtime prints before them. */
function beginningOf(text: string, lines: readonly Line[], first: First): number {
  const above = lines.slice(0, first.line);
  const shown = firstSource([...above, ...lines.slice(first.line, first.line + 1)]);
  const source = lines[shown]?.start ?? first.start;
  const before = text.slice(0, first.start);
  const named = first.whole ? beginningIn(before) : headIn(before);
  const start = Math.min(source, first.start, named < 0 ? first.start : named);
  if (start < first.start || BEGINS_ITSELF.test(text.slice(first.start, first.start + 20))) return start;
  return saysBefore(text, lines, first);
}

/** No name was found: what stands right above a frame is the message, and so is what stands before it in its line. */
function saysBefore(text: string, lines: readonly Line[], first: First): number {
  if (
    !first.whole &&
    !/^at .{1,400} line \d|^\S{1,400} ?on line \d|\.php:\d/.test(text.slice(first.start, first.start + 500))
  )
    return first.start;
  let start = lines[first.line]?.start ?? first.start;
  for (const line of lines.slice(0, first.line).reverse()) {
    if (line.text.trim() === "") break;
    start = line.start;
  }
  return start;
}
