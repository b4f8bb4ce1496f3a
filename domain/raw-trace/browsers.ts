import { headBefore } from "./error-head";
import { exceptionOf, frameOf, type ReadFrame, type TraceReader } from "./read-exception";

const POSITION = /:(\d+)(?::(\d+))?$/;
/** Firefox marks what `eval` ran by the line that called it. */
const EVALUATED = / line \d+ > (?:eval|Function)(?: line \d+ > (?:eval|Function))*/;
/** A place must look like one: an address, a path or a bundle. */
const PLACE = /^(?:[a-z][\w+.-]*:|\/|\.\/)|\.(?:m?jsx?|tsx?|bundle|vue|svelte|html?)(?:\?|$)/i;
const ARGUMENTS = /\([^()]*\)$/;
const OPERA =
  /^\s*Line (\d+) of (?:linked|inline#\d+|function|eval) script(?: in)? (\S+?)(?:: In function (\S+))?$/;
const OPERA_LATE =
  /^\s*(?:Error thrown at|called (?:from|via \S+ from)) line (\d+), column (\d+) in (\S.*) in (\S+):$/;
const OPERA_HEAD = /^(?:Statement on line \d+: )|^(?:Backtrace|Stacktrace):$/;

/** Firefox, Safari, React Native (`name@place:line:column`) and the Opera of old. */
export const browserReader: TraceReader = {
  languages: ["javascript", "js", "browser", "web", "typescript", "ts", "react-native"],
  find: (lines) => lines.findIndex((line) => isTelling(line)),
  read: (lines) => {
    const first = lines.findIndex((line) => isTelling(line));
    const before = lines.slice(0, first).map((line) => line.replace(OPERA_HEAD, ""));
    const exception = exceptionOf(headBefore(before, first) ?? { type: null, message: null });
    for (const line of lines.slice(first)) {
      const frame = browserFrame(line) ?? operaFrame(line);
      const newest = exception.frames.at(-1);
      if (frame) exception.frames.push(frame);
      else if (newest && /^\s/.test(line)) newest.code ??= line.trim();
      else break;
    }
    return [exception];
  },
};

function isTelling(line: string): boolean {
  return operaFrame(line) !== null || (browserFrame(line)?.line ?? null) !== null;
}

function browserFrame(line: string): ReadFrame | null {
  const words = line.trim();
  const at = words.indexOf("@");
  const place = words.slice(at + 1).replace(EVALUATED, "");
  if (place === "[native code]") return frameOf({ file: place, function: words.slice(0, Math.max(0, at)) });
  const position = POSITION.exec(place);
  const file = place.slice(0, position?.index);
  if (!position || /\s/.test(file) || !PLACE.test(file)) return null;
  const name = words.slice(0, Math.max(0, at)).replace(ARGUMENTS, "");
  return frameOf({ file, line: position[1], column: position[2], function: name });
}

function operaFrame(line: string): ReadFrame | null {
  const early = OPERA.exec(line);
  if (early) return frameOf({ line: early[1], file: early[2], function: early[3] });
  const late = OPERA_LATE.exec(line);
  if (!late) return null;
  const [, number, column, name = "", file] = late;
  return frameOf({ line: number, column, file, function: name.replace(ARGUMENTS, "") });
}
