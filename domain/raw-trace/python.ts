import { namedHead, splitModule } from "./error-head";
import { type Margin, marginReader } from "./python-margins";
import { outOfNotebook } from "./python-notebook";
import { unboxed } from "./python-rich";
import {
  addToMessage,
  exceptionOf,
  frameOf,
  gapOf,
  type ReadException,
  type Relation,
  type TraceReader,
} from "./read-exception";
import { indentOf } from "./trace-lines";

const TRACEBACK = "Traceback (most recent call last)";
const FRAME = /^(?:> ?)?File "([^"]+)", line (\d+)(?:, in (.+))?$/;
const REPEATED = /^\[Previous line repeated (\d+) more times?\]$/;
/** How the next record of a log begins; a message goes on otherwise. */
const LOGGED = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;
const CAUSE = "The above exception was the direct cause of the following exception:";
const CONTEXT = "During handling of the above exception, another exception occurred:";
/** What points into a source line, or draws the values below it. */
const POINTERS: ReadonlySet<string> = new Set("~^│└|┬├");

/** Python: chained, grouped, recursive, as the interpreter, loguru and rich print it. */
export const pythonReader: TraceReader = {
  languages: ["python", "py", "cpython", "pypy"],
  find: (lines) => lines.findIndex((line, at) => isTelling(line, lines[at + 1])),
  read: (lines) => {
    const top = newChain();
    const open = [top];
    const margin = marginReader();
    for (const line of outOfNotebook(unboxed(lines))) if (!readLine(open, margin(line))) break;
    return flatten(top, null);
  },
};

/** Ruby begins with the same words, but goes on with `from`. */
function isTelling(line: string, next: string | undefined): boolean {
  return frameIn(line.trim()) !== null || (line.includes(TRACEBACK) && !/^\s*\d+: from /.test(next ?? ""));
}

/** Most lines of a trace are source, and are told apart without the pattern. */
const frameIn = (words: string) => (words.includes('File "') ? FRAME.exec(words) : null);

/** One printed exception, frames oldest first; `joint` says how the one printed before it belongs to it. */
type Link = { exception: ReadException; joint: Relation | null; members: Chain[] };
/** Exceptions in the order they are printed, innermost first. */
type Chain = {
  links: Link[];
  /** `over`: a log went on. */
  stage: "before" | "frames" | "message" | "over";
  joint: Relation | null;
  /** Blanks before "Traceback", and so before the exception's name. */
  base: number;
  wants_code: boolean;
};

const newChain = (): Chain => ({ links: [], stage: "before", joint: null, base: 0, wants_code: false });

/** `open` holds the chain of each level of groups. False when another trace begins. */
function readLine(open: Chain[], { level, text, member }: Margin): boolean {
  const at = Math.min(level, open.length - (member ? 0 : 1));
  open.length = Math.max(1, member ? at : at + 1);
  const chain = open.at(-1);
  const link = chain?.links.at(-1);
  if (!member) return chain === undefined || readText(chain, text, open.length > 1);
  if (!link) return true;
  const members = newChain();
  link.members.push(members);
  open.push(members);
  return true;
}

function readText(chain: Chain, text: string, grouped: boolean): boolean {
  const words = text.trim();
  const joint = jointOf(words);
  const frame = frameIn(words);
  if (joint) Object.assign(chain, { joint, stage: "before" });
  else if (words.includes(TRACEBACK))
    return openLink(chain, words.startsWith("Traceback") ? indentOf(text) : 0);
  else if (frame) return addFrame(chain, frame);
  else if (chain.stage === "frames") readBelowFrame(chain, text, words);
  else if (chain.stage === "message" && LOGGED.test(words)) chain.stage = "over";
  else if (chain.stage === "message") addToMessage(lastOf(chain), words);
  else if (grouped && words !== "" && chain.stage !== "over") {
    openLink(chain, 0);
    readName(chain, words);
  }
  return true;
}

function jointOf(words: string): Relation | null {
  if (words.startsWith(CAUSE)) return "cause";
  return words.startsWith(CONTEXT) ? "context" : null;
}

function lastOf(chain: Chain): ReadException {
  return chain.links.at(-1)?.exception ?? exceptionOf({ type: null, message: null });
}

function openLink(chain: Chain, base: number): boolean {
  if (chain.links.length > 0 && chain.joint === null) {
    dropAnnouncement(lastOf(chain));
    return false;
  }
  const exception = exceptionOf({ type: null, message: null });
  chain.links.push({ exception, joint: chain.joint, members: [] });
  Object.assign(chain, { stage: "frames", joint: null, base, wants_code: false });
  return true;
}

/** What a log says right above the next trace is no part of the message before it. */
function dropAnnouncement(exception: ReadException): void {
  const end = exception.message?.lastIndexOf("\n") ?? -1;
  if (end >= 0) exception.message = exception.message?.slice(0, end) ?? null;
}

function addFrame(chain: Chain, [, file, line, name]: RegExpExecArray): boolean {
  // A syntax error has its place without a "Traceback" above it.
  if (chain.stage !== "frames" && !openLink(chain, 0)) return false;
  lastOf(chain).frames.push(frameOf({ file, line, function: name }));
  chain.wants_code = true;
  return true;
}

function readBelowFrame(chain: Chain, text: string, words: string): void {
  if (words === "" || POINTERS.has(words.charAt(0))) return;
  const frames = lastOf(chain).frames;
  const frame = frames.at(-1);
  const repeated = REPEATED.exec(words);
  if (repeated) frames.push(gapOf(`the line below repeated ${repeated[1]} more times`));
  else if (indentOf(text) <= chain.base) readName(chain, words);
  else if (frame && chain.wants_code) frame.code = words;
  chain.wants_code = false;
}

function readName(chain: Chain, words: string): void {
  const named = namedHead(words);
  const link = chain.links.at(-1);
  if (link)
    Object.assign(link.exception, exceptionOf(named ? splitModule(named) : { type: null, message: words }), {
      frames: link.exception.frames,
    });
  chain.stage = "message";
}

/** Outermost first; what an exception was raised from comes before the members of a group, whose relation is plain. */
function flatten(chain: Chain, relation: Relation | null): ReadException[] {
  const links = chain.links.toReversed();
  const own = links.map(({ exception }, at) => ({
    ...exception,
    message: exception.message?.replace(/\n"""\s*$/, "") ?? null,
    relation: links[at - 1]?.joint ?? relation,
    frames: exception.frames.toReversed(),
  }));
  return [...own, ...links.flatMap((link) => link.members.flatMap((member) => flatten(member, "group")))];
}
