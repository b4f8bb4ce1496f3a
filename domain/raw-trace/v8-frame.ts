import { frameOf, type ReadFrame } from "./read-exception";

const POSITION = /:(\d+)(?::(\d+))?$/;
/** Places that are no files. */
const NOWHERE = /^(?:native|<anonymous>|index \d+|unknown location)$/;
/** Mono says `at A.B () [0x0] in file:9`, which has a place but is none of ours. */
const OF_MONO = /[)\]] in \S/;
/** A name alone, which the console prints for a function of its own. */
const BARE_NAME = /^[\w$.<>]+$/;

/** A line of a V8 stack, also as Internet Explorer and PhantomJS print it; null where it is none. */
export function v8Frame(line: string): ReadFrame | null {
  const words = line.trim();
  if (!words.startsWith("at ") || OF_MONO.test(words)) return null;
  // `util.inspect` goes on behind the last frame with `{`, or with `,` in a list of errors.
  const call = words.slice(3).replace(/(?: \{|,)$/, "");
  const { name, place } = splitCall(call);
  const position = POSITION.exec(place);
  if (!position && !NOWHERE.test(place) && !(name === null && BARE_NAME.test(place))) return null;
  if (!position) return bareFrame(name, place);
  const file = place.slice(0, position.index);
  return frameOf({ file, line: position[1], column: position[2], function: name });
}

function bareFrame(name: string | null, place: string): ReadFrame {
  const frame = name === null && !NOWHERE.test(place) ? { name: place, file: null } : { name, file: place };
  return frameOf({ file: frame.file, function: frame.name });
}

/** `Route.dispatch (/app/route.js:112:3)` in its two parts. Paths may hold parentheses themselves. */
function splitCall(call: string): { name: string | null; place: string } {
  if (!call.endsWith(")")) return { name: null, place: call };
  const spaced = call.indexOf(" (");
  const open = spaced >= 0 ? spaced + 1 : call.indexOf("(");
  if (open < 0) return { name: null, place: call };
  return { name: call.slice(0, open).trim() || null, place: originOf(call.slice(open + 1, -1)) };
}

/** Said by Hermes before a place in compiled code. */
const COMPILED = "address at ";

/** `eval at a (/app/a.js:1:2), <anonymous>:3:4`: where the text that ran was given to `eval`. */
function originOf(place: string): string {
  if (place.startsWith(COMPILED)) return place.slice(COMPILED.length);
  if (!place.startsWith("eval at ")) return place;
  const open = place.lastIndexOf("(");
  const close = place.indexOf(")", open);
  return open >= 0 && close > open ? place.slice(open + 1, close) : place;
}

/** Whether only V8 prints this line: a place with line and column. */
export function isV8Frame(line: string): boolean {
  const words = line.trim();
  return words.startsWith("at ") && /:\d+(?::\d+)?\)?(?: \{|,)?$/.test(words) && v8Frame(words) !== null;
}
