import { errorHead } from "./error-head";
import { exceptionOf, frameOf, type ReadException, type ReadFrame, type TraceReader } from "./read-exception";

const CALL = /^#\d+ (?:(\[internal function\])|(.*)\((\d+)\)): (.*)$/;
const MAIN = /^#\d+ \{main\}/;
/** Up to PHP 5, then from 7 on; `Next` names the one that was raised from those above. */
const OLD_HEAD = /exception '([^']+)' with message '(.*)$/;
const HEAD = /(?:^|Uncaught |Next |\] \w+\.\w+: )([A-Za-z_]\w*(?:\\\w+)*)(?:: (.*))?$/;
const LARAVEL = /\[object\] \(([\w\\]+)\(code: [^)]*\): (.*)$/;
const STACK = /^(?:Stack trace:|\[stacktrace\])/;
const PLACE = /:(\d+)\)?$/;

/** PHP: the text begins with the innermost exception, each "Next" was raised from the one before. */
export const phpReader: TraceReader = {
  languages: ["php"],
  find: (lines) => lines.findIndex((line) => CALL.test(line.trimStart()) || MAIN.test(line.trimStart())),
  read: (lines) => {
    const blocks: Block[] = [];
    let block: Block = { head: [], calls: [] };
    for (const line of lines) {
      const words = line.trim();
      const call = CALL.exec(words);
      if (call) block.calls.push(call);
      else if (MAIN.test(words)) {
        blocks.push(block);
        block = { head: [], calls: [] };
      } else if (block.calls.length === 0) block.head.push(words);
    }
    if (block.calls.length > 0) blocks.push(block);
    return chain(blocks);
  },
};

type Block = { head: string[]; calls: RegExpExecArray[] };

/** The first trace of the text, with those that say "Next". */
function chain(blocks: readonly Block[]): ReadException[] {
  const further = blocks.findIndex((block, at) => at > 0 && !block.head.some(isNext));
  const own = further < 0 ? blocks : blocks.slice(0, further);
  const exceptions = own.map(exceptionOfBlock).reverse();
  return exceptions.map((exception, at) => ({ ...exception, relation: at === 0 ? null : "cause" }));
}

const isNext = (line: string) => line.startsWith("Next ");

function exceptionOfBlock(block: Block): ReadException {
  const stack = block.head.findIndex((line) => STACK.test(line));
  const before = stack < 0 ? block.head : block.head.slice(0, stack);
  const start = before.findIndex(
    (line) => isNext(line) || /^exception |Uncaught |\[object\]/.test(line) || errorHead(line),
  );
  const text = (start < 0 ? before : before.slice(start)).join("\n").trim();
  const { words, file, line } = splitPlace(text);
  const exception = exceptionOf(headOf(words));
  exception.frames.push(...framesOf(block.calls, file, line));
  return exception;
}

/** `… in /srv/a.php:5`, at the end of the head, says where it was thrown. */
function splitPlace(text: string): { words: string; file?: string; line?: string | undefined } {
  const place = PLACE.exec(text);
  const at = Math.max(text.lastIndexOf(" in "), text.lastIndexOf(" at "));
  if (!place || at < 0) return { words: text };
  return { words: text.slice(0, at), file: text.slice(at + 4, place.index), line: place[1] };
}

function headOf(words: string) {
  const [first = "", ...rest] = words.split("\n");
  const old = OLD_HEAD.exec(first);
  const head = old ?? LARAVEL.exec(first) ?? HEAD.exec(first);
  if (!head) return { type: null, message: words };
  const message = [head[2] ?? "", ...rest].join("\n");
  // A log that is JSON doubles what separates names.
  return {
    type: head[1]?.replaceAll("\\\\", "\\") ?? null,
    message: old ? message.replace(/'$/, "") : message,
  };
}

/** A line names the function that was called from there, so what stood there is the function of the line after. */
function framesOf(calls: readonly RegExpExecArray[], file?: string, line?: string): ReadFrame[] {
  const places = [{ file, line }, ...calls.map((call) => ({ file: call[1] ?? call[2], line: call[3] }))];
  const names = [...calls.map((call) => nameOf(call[4] ?? "")), "{main}"];
  return places
    .map((place, at) => frameOf({ ...place, function: names[at] }))
    .filter((frame) => frame.file !== null);
}

function nameOf(call: string): string {
  const open = call.indexOf("(");
  return (open > 0 ? call.slice(0, open) : call).replaceAll("\\\\", "\\");
}
