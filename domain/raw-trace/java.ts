import { headBefore, namedHead, splitModule } from "./error-head";
import {
  addToMessage,
  type ErrorHead,
  exceptionOf,
  frameOf,
  gapOf,
  type ReadException,
  type ReadFrame,
  type TraceReader,
} from "./read-exception";

const TELLING =
  /^at [^\s()]+\((?:Native Method|Unknown Source(?::\d+)?|<generated>|SourceFile:\d+|[^()/\\:]+\.(?:java|kts?|scala|groovy|cljc?|jspx?)(?::\d+)?)\)/;
const FRAME = /^at ([^\s()]+)\(([^()]*)\)/;
const PLACE = /^([^:]*)(?::(\d+))?/;
/** Where the class begins: behind the last slash that is not a hidden class's. */
const HIDDEN_OR_LAST = /(?:^|\/)[^/]*(?:\/0x[0-9a-f]+[^/]*)?$/;
const OMITTED = /^\.\.\. (\d+) (?:more|common frames omitted)/;
const JOINT = /^(Caused by|Suppressed|Wrapped by): /;
/** A class has its package before it, or a name that says what it is. */
const CLASS = /\.[A-Z][\w$]*$|(?:Exception|Error|Throwable)$/;

/** Java and what else runs on its machine: "Caused by", "Suppressed", "... 12 more". */
export const javaReader: TraceReader = {
  languages: ["java", "kotlin", "scala", "groovy", "clojure", "jvm", "android"],
  find: (lines) => lines.findIndex((line) => TELLING.test(line.trimStart())),
  read: (lines) => {
    const first = lines.findIndex((line) => FRAME.test(line.trimStart()));
    const head = headBefore(lines, first, javaHead) ?? { type: null, message: null };
    const exceptions = [exceptionOf(head.module ? head : splitModule(head))];
    for (const line of lines.slice(first)) if (!readLine(exceptions, line)) break;
    return exceptions;
  },
};

function javaHead(line: string): ErrorHead | null {
  const head = namedHead(line);
  return head?.type && CLASS.test(head.type) ? splitModule(head) : null;
}

/** False when another trace begins. */
function readLine(exceptions: ReadException[], line: string): boolean {
  const words = line.trimStart();
  const current = exceptions.at(-1);
  const frame = javaFrame(words);
  if (frame) current?.frames.push(frame);
  else if (JOINT.test(words)) exceptions.push(joined(words));
  else if (OMITTED.test(words)) current?.frames.push(gapOf(`${OMITTED.exec(words)?.[1]} more`));
  else if (current?.frames.length === 0) addToMessage(current, line);
  else return javaHead(line) === null;
  return true;
}

function joined(words: string): ReadException {
  const [lead = "", name] = JOINT.exec(words) ?? [];
  const rest = words.slice(lead.length);
  const head = javaHead(rest) ?? { type: null, message: rest };
  return exceptionOf(head, name === "Suppressed" ? "context" : "cause");
}

function javaFrame(words: string): ReadFrame | null {
  const found = FRAME.exec(words);
  if (!found) return null;
  const [, path = "", place = ""] = found;
  const [, file, line] = PLACE.exec(place) ?? [];
  // `java.base/`, `app//` and the loader before the class say where it was loaded from.
  // A hidden class has its address behind a slash.
  return frameOf({ file, line, function: path.slice(path.search(HIDDEN_OR_LAST)).replace(/^\//, "") });
}
