import type { Span } from "./leak";

/** By which an exception is named, its message behind it. It is looked for only where a frame was found. */
const HEAD =
  /(?:Error|Exception|Failure|Fault|Throwable|Warning|Interrupt|Panic)(?=[:\s()[\]]|$)|\bpanic: |\b[A-Z][a-z0-9]{1,40}[A-Z]\w{0,80}(?=: )|\b(?:[a-z]\w{0,40}\.){1,8}[A-Z]\w{0,80}(?=: )|^[^\S\n]*(?:Exception in thread |Unhandled (?:[Ee]xception|[Rr]ejection)|lua: )|\bpanic serving |\b(?:Fatal|Parse|Recoverable|fatal) error: |\bFatal Python error: |\b(?:Notice|Deprecated|Uncaught): |\bUncaught |\b[Uu]nhandled [Ee]xception/m;

/** A name that does not say what it is, with its message: `com.acme.PaymentRefused: no`, `PaymentRefused: no`. */
const NAMED =
  /^[^\S\n]*(?:[\w$]{1,100}(?:\.|\\|::)){0,20}[A-Z][\w$]{0,100}(?: \[[^\]\n]{1,100}\])?(?::[^\S\n]|:?$)/m;

const NAME_BEFORE = /[\w$.:\\+]/;

/** Line ends that were escaped are no part of a name, and what is before them is none either. */
const ESCAPED_ENDS = /^.*\\[nrt](?=[A-Z\\])/;

/** A line that says where the next stands, `/app/pay.js:12`, and one that points at something in the line above. */
const PLACE_LINE =
  /^[^\n]{0,400}(?:\.\w{1,10}|>|^node:[\w/]{1,100}|^\[eval\]|^undefined|^evalmachine\.<anonymous>):\d+(?::\d+)?\s*$/;
const POINTER = /^[\s│|]*[\^~][\s^~]*$/;
/** A line of a program under test, as pytest shows it. */
const TESTED = /^(?:>|E) {3,}\S/;

/** Where in a text the name of an exception begins; -1 where none is named. */
export function headIn(text: string): number {
  const found = text.search(HEAD);
  if (found < 0) return -1;
  let start = found;
  while (start > 0 && NAME_BEFORE.test(text[start - 1] ?? "")) start -= 1;
  // Ruby names it last: `no refund (PaymentRefusedError)`
  if (text[start - 1] === "(") return text.lastIndexOf("\n", start) + 1;
  const ends = ESCAPED_ENDS.exec(text.slice(start, found));
  return ends === null ? start : start + ends[0].length;
}

/** Where a text begins to tell of a failure by whose frame it is followed; -1 where it does not. */
export function beginningIn(text: string): number {
  const named = text.search(NAMED);
  const starts = [headIn(text), named].filter((start) => start >= 0);
  return starts.length === 0 ? -1 : Math.min(...starts);
}

/**
 * The first of these lines that shows source: Node's place, source and pointer before an exception that nobody caught,
 * and what pytest shows; -1 where none does.
 */
export function firstSource(lines: readonly (Span & { text: string })[]): number {
  for (const [at, { text }] of lines.entries()) {
    if (TESTED.test(text)) return at;
    if (!POINTER.test(text) || at === 0) continue;
    return isPlace(lines, at) ? at - 2 : at - 1;
  }
  return -1;
}

/** Whether a line points at source whose place is named above it, which nothing but a runtime does. */
export function isPlace(lines: readonly { text: string }[], at: number): boolean {
  return POINTER.test(lines[at]?.text ?? "") && PLACE_LINE.test(lines[at - 2]?.text ?? "");
}
