import { errorHead, headBefore } from "./error-head";
import {
  addToMessage,
  type ErrorHead,
  exceptionOf,
  frameOf,
  type ReadException,
  type ReadFrame,
  type TraceReader,
} from "./read-exception";

const LEAD = /^(?:\d+: )?(?:from )?/;
const NUMBERED = /^\d+: from /;
const POSITION = /:(\d+)$/;
/** `Type (message):`, as Rails logs it. */
const LOGGED = /^([A-Z]\w*(?:::\w+)*) \((.*)\):?$/;
/** `message (Type)`, as the interpreter prints it. */
const PRINTED = /^(.*)\(([A-Z]\w*(?:::\w+)*)\)$/;
const CAUSED = /^Caused by: ?/;

/** Ruby: as the interpreter prints it (either order), and as Rails logs it. */
export const rubyReader: TraceReader = {
  languages: ["ruby", "rb", "rails", "jruby"],
  find: (lines) => lines.findIndex((line) => readPlace(line.trim()) !== null),
  read: (lines) => {
    const first = lines.findIndex((line) => readPlace(line.trim()) !== null);
    const trace: Trace = { exceptions: [], older: [], caused: false, saying: false };
    if (!readPlace(lines[first]?.trim() ?? "")?.said && !NUMBERED.test(lines[first]?.trim() ?? ""))
      trace.exceptions.push(
        exceptionOf(headBefore(lines, first, loggedHead) ?? { type: null, message: null }),
      );
    for (const line of lines.slice(first)) if (!readLine(trace, line.trim())) break;
    if (trace.exceptions.length === 0) trace.exceptions.push(exceptionOf({ type: null, message: null }));
    trace.exceptions[0]?.frames.push(...trace.older);
    return trace.exceptions;
  },
};

/**
 * `older`: numbered frames, turned newest first, whose exception is named below them. `caused`: the next line names a
 * cause. `saying`: the message goes on until the next frame.
 */
type Trace = { exceptions: ReadException[]; older: ReadFrame[]; caused: boolean; saying: boolean };

/** False when another trace begins. */
function readLine(trace: Trace, words: string): boolean {
  const current = trace.exceptions.at(-1);
  const place = readPlace(words);
  if (place && NUMBERED.test(words)) trace.older.unshift(place.frame);
  else if (place?.said) openPrinted(trace, place.frame, place.said);
  else if (place && current) {
    trace.saying = false;
    current.frames.push(place.frame);
  } else if (CAUSED.test(words)) return openLogged(trace, words.replace(CAUSED, ""));
  else if (trace.caused && words !== "") return openLogged(trace, words);
  else if (current && trace.saying) addToMessage(current, words);
  else return loggedHead(words) === null;
  return true;
}

function openPrinted(trace: Trace, frame: ReadFrame, said: string): void {
  const [, message, type] = PRINTED.exec(said) ?? [];
  const head = { type: type ?? null, message: (message ?? said).trim() };
  const exception = exceptionOf(head, trace.exceptions.length === 0 ? null : "cause");
  exception.frames.push(frame, ...trace.older.splice(0));
  trace.exceptions.push(exception);
  trace.saying = true;
}

function openLogged(trace: Trace, words: string): boolean {
  trace.caused = words === "";
  if (words !== "")
    trace.exceptions.push(exceptionOf(loggedHead(words) ?? { type: null, message: words }, "cause"));
  return true;
}

function loggedHead(line: string): ErrorHead | null {
  const logged = LOGGED.exec(line.trim());
  return logged ? { type: logged[1] ?? null, message: logged[2] ?? null } : errorHead(line);
}

/** A line that says `file:12:in 'name'`, and what the interpreter says behind it. */
function readPlace(words: string): { frame: ReadFrame; said: string | null } | null {
  const quoted = words.indexOf(":in `");
  const at = quoted >= 0 ? quoted : words.indexOf(":in '");
  if (at < 0) return null;
  const before = words.slice(0, at).replace(LEAD, "");
  const line = POSITION.exec(before);
  const end = words.indexOf("'", at + 5);
  if (!line || end < 0) return null;
  const after = words.slice(end + 1);
  const frame = frameOf({
    file: before.slice(0, line.index),
    line: line[1],
    function: words.slice(at + 5, end),
  });
  return { frame, said: after.startsWith(": ") ? after.slice(2) : null };
}
