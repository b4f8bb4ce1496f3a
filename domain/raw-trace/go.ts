import {
  type ErrorHead,
  exceptionOf,
  frameOf,
  type ReadException,
  type ReadFrame,
  type TraceReader,
} from "./read-exception";

const GOROUTINE = /^goroutine \d+ (?:gp=\S+ (?:m=\S+ )*(?:mp=\S+ )?)?\[/;
const PLACE = /^\s+(\S.*\.(?:go|s|c|cgo)):(\d+)(?: \+0x[0-9a-f]+.*)?$/;
const NAME = /^(?:created by )?[^\s()]+(?:\(|$| in goroutine \d)/;
const PANIC = /^(panic|fatal error): (.*)$/;
/** As `net/http` logs a panic that it recovered from. */
const SERVING = /panic serving [^ ]+: (.*)$/;
const RECOVERED = / \[recovered(?:, repanicked)?\]$/;

/** Go: the goroutine that failed comes first, the others are left to the raw text. */
export const goReader: TraceReader = {
  languages: ["go", "golang"],
  find: (lines) => lines.findIndex((line, at) => GOROUTINE.test(line) || isPair(line, lines[at + 1])),
  read: (lines) => {
    const routine = lines.findIndex((line) => GOROUTINE.test(line));
    const first = lines.findIndex((line, at) => isPair(line, lines[at + 1]));
    const start = routine >= 0 ? routine : first;
    const [outer, ...earlier] = panics(lines.slice(0, start));
    const exceptions = [exceptionOf(outer ?? { type: null, message: null })];
    exceptions[0]?.frames.push(...goFrames(lines.slice(routine >= 0 ? start + 1 : start)));
    return [...exceptions, ...earlier.map((head): ReadException => exceptionOf(head, "context"))];
  },
};

function isPair(name: string, place: string | undefined): boolean {
  return place !== undefined && name !== "" && PLACE.test(place) && NAME.test(name);
}

/** The panics announced before the first goroutine, newest first: one raised while another was handled is printed last. */
function panics(lines: readonly string[]): ErrorHead[] {
  const heads: ErrorHead[] = [];
  for (const line of lines) {
    const panic = PANIC.exec(line.trim());
    const served = SERVING.exec(line);
    if (panic) heads.unshift({ type: panic[1] ?? null, message: panic[2]?.replace(RECOVERED, "") ?? null });
    else if (served) heads.unshift({ type: "panic", message: served[1] ?? null });
    else if (heads[0] && line !== "" && !line.startsWith("["))
      heads[0].message = `${heads[0].message}\n${line}`.slice(0, 8192);
  }
  if (heads.length > 0) return heads;
  const last = lines.findLast((line) => line.trim() !== "");
  return last === undefined ? [] : [{ type: null, message: last.trim() }];
}

/** Pairs of lines, the function and where it stands, until an empty line ends the goroutine. */
function goFrames(lines: readonly string[]): ReadFrame[] {
  const frames: ReadFrame[] = [];
  for (const [at, line] of lines.entries()) {
    if (GOROUTINE.test(line) || (line === "" && frames.length > 0)) break;
    const next = lines[at + 1];
    if (!isPair(line, next)) continue;
    const [, file, number] = PLACE.exec(next ?? "") ?? [];
    frames.push(frameOf({ file, line: number, function: nameOf(line) }));
  }
  return frames;
}

/** `net/http.(*conn).serve(0xc0, 0x1)` without its arguments. */
function nameOf(line: string): string {
  const name = line.replace(/ in goroutine \d+$/, "");
  const open = name.lastIndexOf("(");
  return name.endsWith(")") && open > 0 ? name.slice(0, open) : name;
}
