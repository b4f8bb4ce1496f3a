import { errorHead, headBefore, namedHead } from "./error-head";
import { addToMessage, exceptionOf, gapOf, type ReadException, type TraceReader } from "./read-exception";
import { indentOf } from "./trace-lines";
import { findThrown, type Thrown } from "./uncaught-throw";
import { isV8Frame, v8Frame } from "./v8-frame";

const CAUSE = /^(?:\[?cause\]?|Caused by): (.*)$/;
const ERRORS = /^\[?errors\]?: \[/;
const MATCHING = /^\.\.\. (\d+) lines matching cause stack trace \.\.\.$/;
/** `[PgError]`, as `util.inspect` prints what lies too deep. */
const FOLDED = /^\[([A-Za-z_$][\w$.]*)(?:: (.*))?\]$/;

/** Node, Bun, Deno and browsers on V8: causes, aggregates, and what Node prints of an uncaught error. */
export const javascriptReader: TraceReader = {
  languages: ["javascript", "js", "node", "nodejs", "node.js", "typescript", "ts", "deno", "bun"],
  find: (lines) => {
    const frame = lines.findIndex(isV8Frame);
    const thrown = findThrown(lines)?.at ?? -1;
    if (thrown < 0) return frame;
    return frame < 0 ? thrown : Math.min(thrown, frame);
  },
  read: (lines) => {
    const thrown = findThrown(lines);
    const body = lines.slice(thrown?.after ?? 0);
    const first = body.findIndex((line) => v8Frame(line) !== null);
    if (first < 0) return thrown ? [withoutStack(thrown, body)] : [];
    const exceptions = readStack(body, first);
    if (thrown) showSource(exceptions[0], thrown);
    return exceptions;
  },
};

/** A value that is no error has no stack: only where it was thrown. */
function withoutStack(thrown: Thrown, body: readonly string[]): ReadException {
  const words = body.find((line) => line.trim() !== "") ?? "";
  const exception = exceptionOf(errorHead(words) ?? { type: null, message: words.trim() });
  exception.frames.push(thrown.frame);
  return exception;
}

/** The source line that Node prints belongs to the frame of that place. */
function showSource(exception: ReadException | undefined, { frame }: Thrown): void {
  const newest = exception?.frames.find(({ file, line }) => line === frame.line && file === frame.file);
  if (newest) newest.code = frame.code;
}

/**
 * What is being read: indentation tells members of `[errors]` from what follows the whole trace. `saying`: the lines up
 * to the next frame are a message.
 */
type Trace = { exceptions: ReadException[]; errors_indent: number; saying: boolean };

function readStack(lines: readonly string[], first: number): ReadException[] {
  const outer = exceptionOf(headBefore(lines, first) ?? { type: null, message: null });
  const trace: Trace = { exceptions: [outer], errors_indent: -1, saying: false };
  for (const line of lines.slice(first)) if (!readLine(trace, line)) break;
  return trace.exceptions;
}

/** False when the trace is over. */
function readLine(trace: Trace, line: string): boolean {
  const words = line.trim();
  const current = trace.exceptions.at(-1);
  const frame = v8Frame(line);
  const matching = MATCHING.exec(words);
  if (frame) {
    current?.frames.push(frame);
    trace.saying = false;
  } else if (matching) current?.frames.push(gapOf(`${matching[1]} frames as in the cause`));
  else if (CAUSE.test(words)) openCause(trace, CAUSE.exec(words)?.[1] ?? "");
  else if (ERRORS.test(words)) trace.errors_indent = indentOf(line);
  else if (trace.errors_indent >= 0 && indentOf(line) > trace.errors_indent) openMember(trace, words);
  else if (current && trace.saying) addToMessage(current, words);
  else return indentOf(line) > 0 || /^[\]})\s]*,?$/.test(words);
  return true;
}

function openCause(trace: Trace, words: string): void {
  const folded = FOLDED.exec(words);
  trace.saying = false;
  // `{`, `undefined` and numbers are no exceptions; a folded or quoted one still says what it was.
  if (folded)
    trace.exceptions.push(exceptionOf({ type: folded[1] ?? null, message: folded[2] ?? null }, "cause"));
  else if (/^['"`]/.test(words)) trace.exceptions.push(exceptionOf({ type: null, message: words }, "cause"));
  else if (!/^(?:[{[]|undefined|null|[\d-])/.test(words)) {
    const head = namedHead(words.replace(/ \{$/, ""));
    trace.exceptions.push(exceptionOf(head ?? { type: null, message: words }, "cause"));
    trace.saying = true;
  }
}

function openMember(trace: Trace, words: string): void {
  const current = trace.exceptions.at(-1);
  const head = errorHead(words);
  if (head) trace.exceptions.push(exceptionOf(head, "group"));
  else if (current && trace.saying) addToMessage(current, words);
  trace.saying ||= head !== null;
}
