import { inEnglish, isLocalFrame } from "./csharp-words";
import { namedHead } from "./error-head";
import {
  addToMessage,
  type ErrorHead,
  exceptionOf,
  frameOf,
  type ReadException,
  type ReadFrame,
  type TraceReader,
} from "./read-exception";

const INNER = "---> ";
const INNER_END = /^--- End of inner exception stack trace ---/;
const MEMBER = /^\(Inner Exception #\d+\) /;
const CODE_ADDRESS = / ?\[0x[0-9a-f]+\]$/;
/** What is compiled ahead says how far into a method, instead of where in a file. */
const OFFSET = / \+ 0x[0-9a-f]+$/;
const LINE = /:(?:line )?(\d+)$/;
/** The arguments of a method as .NET prints them; a place as others print it has a colon or a slash. */
const ARGUMENTS = /^at [^\s(]+ ?\(([^():/\\]*)\)$/;
const CLASS = /\.[\w`+]+$|(?:Exception|Error)$/;
const HRESULT = / \(0x[0-9A-Fa-f]+\)(?=:)/;

/** .NET and Mono: inner exceptions stand within the outer's text, their frames before its own. */
export const csharpReader: TraceReader = {
  languages: ["csharp", "c#", "dotnet", ".net", "fsharp", "f#", "vb", "vb.net"],
  find: (lines) => lines.findIndex((line) => isTelling(line.trimStart())),
  read: (printed) => {
    const lines = inEnglish(printed);
    const start = Math.max(
      0,
      lines.findIndex((line) => csharpHead(line) !== null),
    );
    const trace: Trace = { exceptions: [], open: [] };
    for (const line of lines.slice(start)) if (!readLine(trace, line.trim())) break;
    return trace.exceptions;
  },
};

function isTelling(words: string): boolean {
  if (!words.startsWith("at ")) return isLocalFrame(words);
  const place = words.lastIndexOf(") in ");
  if (place > 0 || words.includes("] in ")) return LINE.test(words);
  const passed = ARGUMENTS.exec(words.replace(OFFSET, ""))?.[1];
  if (passed === undefined || !words.includes(".")) return false;
  return passed === "" || passed.includes(" ");
}

/** In the order they are named; `open` holds those whose frames are still to come, the innermost last. */
type Trace = { exceptions: ReadException[]; open: ReadException[] };

/** False when another trace begins. `<---` behind a line ends a member of an aggregate. */
function readLine(trace: Trace, line: string): boolean {
  const words = line.replace(/<---$/, "");
  const goesOn = readWords(trace, words);
  if (words !== line) trace.open.pop();
  return goesOn;
}

function readWords(trace: Trace, words: string): boolean {
  const current = trace.open.at(-1);
  const frame = csharpFrame(words);
  if (frame && current) current.frames.push(frame);
  else if (INNER_END.test(words)) trace.open.pop();
  else if (words.includes(INNER) || trace.exceptions.length === 0) openAll(trace, words);
  else if (current && current.frames.length === 0 && trace.exceptions.at(-1) === current)
    addToMessage(current, words);
  else if (words !== "" && csharpHead(words) !== null) return false;
  return true;
}

/** `A: outer ---> B: inner`, or `---> B: inner` on a line of its own. */
function openAll(trace: Trace, words: string): void {
  for (const part of words.split(INNER)) {
    const text = part.trim();
    if (text === "") continue;
    const head = csharpHead(text.replace(MEMBER, "")) ?? { type: null, message: text };
    const relation = MEMBER.test(text) ? "group" : "cause";
    const exception = exceptionOf(head, trace.exceptions.length === 0 ? null : relation);
    trace.exceptions.push(exception);
    trace.open.push(exception);
  }
}

function csharpHead(line: string): ErrorHead | null {
  const [own = ""] = line.split(` ${INNER}`);
  const head = namedHead(own.replace(HRESULT, ""));
  return head?.type && CLASS.test(head.type) ? head : null;
}

function csharpFrame(words: string): ReadFrame | null {
  if (!words.startsWith("at ")) return null;
  const at = words.lastIndexOf(" in ");
  const hasPlace = at > 0 && LINE.test(words);
  const name = (hasPlace ? words.slice(3, at) : words.slice(3)).replace(CODE_ADDRESS, "").replace(OFFSET, "");
  const place = hasPlace ? words.slice(at + 4) : "";
  const open = name.indexOf("(");
  return frameOf({
    file: place.replace(LINE, ""),
    line: LINE.exec(place)?.[1],
    function: (open > 0 ? name.slice(0, open) : name).trim(),
  });
}
