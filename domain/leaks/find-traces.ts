import { linesOf, merged, type Span } from "./leak";
import { framesIn, isLoneFrame, saidAt } from "./trace-frames";

/** How far before the first frame the exception is named, in lines, and how many lines may stand between frames. */
const HEAD_LINES = 10;
const GAP_LINES = 4;

/** Before a frame that is a line of its own: margins, bullets, numbers and one little word. */
const MARGIN = /^[\s│┃|>*•#\d:.)(❱-]*(?:from |in |at )?$/;
const HEAD =
  /(?:(?:Error|Exception|Failure|Fault|Throwable|Warning|Interrupt|Panic)(?=[:\s([]|$)|^\s*(?:panic: |Exception in thread |Unhandled (?:exception|rejection)))/;
const NAME_BEFORE = /[\w$.:\\+]/;
/** `main.pay(0x1, 0x2)`: Go names the function a line before its place. */
const GO_FUNCTION = /^[\w./*()\-·]{1,300}\([^\n]{0,300}\)\s*$/;

/** What Java leaves out of a trace, and PHP says below one. */
const MORE = /^\s*(?:\.\.\. \d+ (?:more|common frames omitted)|thrown in )/;

type Line = Span & {
  text: string;
  blank: boolean;
  /** Where in the text its trace begins and ends; null where the line shows none. */
  trace: Span | null;
  /** Whether the line is a frame and nothing else, or what a runtime says around frames. */
  whole: boolean;
  /** What Python prints goes on to the next empty line: source lines, and the exception last. */
  goes_on: boolean;
};

/** Stack traces, each with the exception that it names, and single frames within a sentence. */
export function findTraces(text: string): Span[] {
  const lines = linesOf(text).map((line) => readLine(text, line));
  const spans: Span[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line?.trace) {
      at += 1;
      continue;
    }
    const last = line.whole ? lastOf(lines, at) : at;
    const end = at === last ? line : lines[last];
    const start = line.whole ? startOf(lines, at) : headWithin(text, line.start, line.trace.start);
    spans.push({ start, end: line.whole ? (end?.end ?? line.end) : line.trace.end });
    if (!line.whole) spans.push(...framesIn(text, { start: line.trace.end, end: line.end }));
    at = last + 1;
  }
  return joined(text, spans);
}

function readLine(text: string, span: Span): Line {
  const content = text.slice(span.start, span.end);
  const blank = content.trim() === "";
  const known = { ...span, text: content, blank };
  if (blank) return { ...known, trace: null, whole: false, goes_on: false };
  const said = saidAt(content);
  if (said >= 0) {
    // Python's source lines and Rust's message go on to the next empty line.
    const goes_on = /^(?:Traceback|thread ')/.test(content.slice(said, said + 9));
    return { ...known, trace: { start: span.start + said, end: span.end }, whole: true, goes_on };
  }
  if (isLoneFrame(content)) return { ...known, trace: { ...span }, whole: true, goes_on: false };
  const [first] = joined(text, framesIn(text, span));
  if (!first) return { ...known, trace: null, whole: false, goes_on: false };
  const whole = MARGIN.test(text.slice(span.start, first.start));
  return { ...known, trace: first, whole, goes_on: whole && text.startsWith("File ", first.start) };
}

/** The last line of the trace that begins here. Few lines between frames belong to it: source, functions, names. */
function lastOf(lines: readonly Line[], first: number): number {
  let last = first;
  let goes_on = lines[first]?.goes_on ?? false;
  for (let at = first + 1; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line) break;
    if (line.trace && line.whole) {
      last = at;
      goes_on ||= line.goes_on;
    } else if (line.blank) goes_on = false;
    else if (goes_on || (at === last + 1 && MORE.test(line.text))) last = at;
    if (at - last > GAP_LINES) break;
  }
  return last;
}

/** Where the exception is named whose frames begin in this line. */
function startOf(lines: readonly Line[], at: number): number {
  const line = lines[at];
  if (!line?.trace) return 0;
  const before = line.text.slice(0, line.trace.start - line.start);
  if (!MARGIN.test(before)) return line.start + headIn(before, before.length);
  for (let index = at - 1; index >= Math.max(0, at - HEAD_LINES); index -= 1) {
    const above = lines[index];
    if (!above || above.blank) break;
    const head = headIn(above.text, -1);
    if (head >= 0) return above.start + head;
  }
  const above = lines[at - 1];
  if (above && GO_FUNCTION.test(above.text)) return above.start;
  // Go says what it panics about, then leaves a line empty.
  const panic = above?.blank ? lines[at - 2] : above;
  return panic?.text.startsWith("panic: ") ? panic.start : line.start;
}

function headWithin(text: string, start: number, end: number): number {
  return start + headIn(text.slice(start, end), end - start);
}

/** Where in a line the name of an exception begins; `otherwise` where none is named. */
function headIn(line: string, otherwise: number): number {
  const found = line.search(HEAD);
  if (found < 0) return otherwise;
  let start = found;
  while (start > 0 && NAME_BEFORE.test(line[start - 1] ?? "")) start -= 1;
  return start;
}

/** Frames with nothing but a blank or an arrow between them are one trace. */
function joined(text: string, spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of merged(spans)) {
    const last = kept.at(-1);
    if (last && span.start - last.end <= 4 && /^[\s,;|<>→←\\nrt-]*$/.test(text.slice(last.end, span.start)))
      last.end = span.end;
    else kept.push(span);
  }
  return kept;
}
