import { errorHead } from "./error-head";
import { type ErrorHead, exceptionOf, frameOf, type TraceReader } from "./read-exception";

const FRAME = /^#\d+ +(\S[^()]*) \(((?:file|dart|package|http|https|org-dartlang-\w+):[^()]*)\)$/;
const POSITION = /:(\d+)(?::(\d+))?$/;
/** `RangeError (index): …` */
const QUALIFIED = /^(\w+(?:Error|Exception)) \([^)]*\): (.*)$/;
/** An object that says no more of itself. */
const INSTANCE = /^Instance of '([\w$]+)(?:<[^>]*>)?'$/;
const LEAD = /^Unhandled exception:$/;

/** Dart and Flutter. */
export const dartReader: TraceReader = {
  languages: ["dart", "flutter"],
  find: (lines) => lines.findIndex((line) => FRAME.test(line)),
  read: (lines) => {
    const first = lines.findIndex((line) => FRAME.test(line));
    const lead = lines.findIndex((line) => LEAD.test(line));
    const before = lines.slice(lead < first ? lead + 1 : 0, first);
    const exception = exceptionOf(dartHead(before));
    for (const line of lines.slice(first)) {
      const [, name, place = ""] = FRAME.exec(line) ?? [];
      if (name === undefined && line !== "<asynchronous suspension>") break;
      if (name === undefined) continue;
      const [, number, column] = POSITION.exec(place) ?? [];
      const file = place.replace(POSITION, "");
      exception.frames.push(frameOf({ file, line: number, column, function: name.trim() }));
    }
    return [exception];
  },
};

/** Most errors of the platform say only a sentence; an assertion puts its place and source before it. */
function dartHead(lines: readonly string[]): ErrorHead {
  const [first = "", ...rest] = lines.filter((line) => line.trim() !== "");
  const instance = INSTANCE.exec(first.trim())?.[1];
  if (instance !== undefined) return { type: instance, message: first.trim() };
  const qualified = QUALIFIED.exec(first);
  const head = qualified
    ? { type: qualified[1] ?? null, message: qualified[2] ?? null }
    : (errorHead(first) ?? { type: null, message: first.trim() });
  return { ...head, message: [head.message ?? "", ...rest].join("\n").trim() };
}
