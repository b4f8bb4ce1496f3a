import { HIDDEN } from "./pattern-rule";
import { isExpression, isProse, isSaidOfPassword, isSentence, looksRandom } from "./secret-likeness";
import { isDoubtfulName, isSecretNumberName } from "./secret-name";

/** Where a value begins and ends, and the quotation mark it wears, `""` where it wears none. */
export type ValueSpan = { start: number; end: number; quote: string; closed: boolean };

/**
 * How far the ends of values in quotes or brackets may be looked for in vain, in one text. Where one does not end, or
 * nothing is left, the rest of the line is taken for it: hostile text then costs no more, and nothing shows.
 */
export type LookAhead = { left: number };
const LOOK_AHEAD = 16 * 1024;
const IN_VAIN = 256 * 1024;
export const lookAhead = (): LookAhead => ({ left: IN_VAIN });

/**
 * The value of a name that begins at `at`: quoted, quoted inside a quoted text, in brackets, or bare; in code, the
 * literal that a wrapper, a type or a fallback leads to. Null where there is none, or words about it, or code.
 */
export function valueAt(text: string, at: number, name: string, ahead: LookAhead): ValueSpan | null {
  if (isDoubtfulName(name) && !looksRandom(firstRun(text, at))) return null;
  const start = literalStart(text, at);
  let quoteAt = start;
  while (text.charCodeAt(quoteAt) === 92) quoteAt += 1;
  const mark = text[quoteAt];
  if (mark === '"' || mark === "'" || mark === "`")
    return isSaid(text, start, name) ? null : quoted(text, start, quoteAt, ahead);
  if (text.startsWith("&quot;", at)) return entity(text, at);
  if (mark === "{" || mark === "[" || (mark === "(" && /["']/.test(text[at + 1] ?? "")))
    return isSaid(text, at, name) ? null : bracketed(text, at, ahead);
  return block(text, at) ?? bare(text, at, name);
}

const FIRST_RUN = /\\*["'`]?([^\s"'`\\,;&]{8,200})/y;
function firstRun(text: string, at: number): string {
  FIRST_RUN.lastIndex = at;
  return FIRST_RUN.exec(text)?.[1] ?? "";
}

/** Marks and calls around a literal: `b'…'`, `SecretStr("…")`, `string(20) "…"`. */
const WRAPPER =
  /(?:string\(\d{1,9}\)\s{1,4}|[@$&]?(?:[bufr]|rb|br)?(?=\\*["'`])|(?:&|new\s)?(?:Some|Optional|Just|Ok|SecretStr|SecretBytes|SecretString|Secret|String|String::from|str|bytes|Password|Token)\(\s?)/iy;
/** `password: Optional[str] = `, before a literal. */
const TYPE =
  /(?:str|string|bytes|any|char|[A-Z][A-Za-z.]{1,40})(?:[<[][\w., |]{0,60}[>\]])?[?!]?(?:\s?\|\s?\w{1,20})?\s{0,4}=\s{0,4}/y;
/** `process.env.TOKEN ?? `, `os.getenv("TOKEN", `, before a literal. */
const FALLBACK =
  /[A-Za-z_$][A-Za-z_$.?[\]'"():]{0,100}(?:\s{0,2}(?:\?\?|\|\|)\s{0,2}|\s{1,2}or\s{1,2}|(?<=\(["'][A-Za-z_]{1,60}["']),\s{0,2})/y;

/** Where the literal begins that code at `at` leads to; `at` itself where it leads to none. */
function literalStart(text: string, at: number): number {
  let start = at;
  for (const lead of [TYPE, FALLBACK, WRAPPER, WRAPPER]) {
    lead.lastIndex = start;
    if (lead.test(text)) start = lead.lastIndex;
  }
  return /["'`\\]/.test(text[start] ?? "") ? start : at;
}

const SAID = /[[\s,]{0,4}\\{0,8}["']([^"'\\\n]{1,200})\\{0,8}["'](\s{0,2}[\]])?/y;
const SAID_MOST = 20;
/** Whether it is a word or sentences about a value: `['This field is required.']`; a password may be any word. */
function isSaid(text: string, start: number, name: string): boolean {
  let at = start;
  for (let items = 0; items < SAID_MOST; items += 1) {
    SAID.lastIndex = at;
    const [, said, end] = SAID.exec(text) ?? [];
    if (said === undefined || !isSaidOf(name, said)) return false;
    if (text[start] !== "[" || end !== undefined) return true;
    at = SAID.lastIndex;
  }
  return false;
}

function isSaidOf(name: string, said: string): boolean {
  return isSecretNumberName(name) ? isSaidOfPassword(said) : isProse(said) || isSentence(said);
}

/** To the mark behind no more backslashes than the first one had; a mark behind more of them is inside. */
function quoted(text: string, start: number, quoteAt: number, ahead: LookAhead): ValueSpan | null {
  const depth = quoteAt - start;
  const mark = text.charCodeAt(quoteAt);
  const quote = text.slice(start, quoteAt + 1);
  const limit = limitFrom(text, quoteAt, ahead);
  let slashes = 0;
  for (let index = quoteAt + 1; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === mark && isClosing(slashes, depth)) {
      if (index - slashes === quoteAt + 1) return null;
      return { start, end: index + 1, quote, closed: true };
    }
    slashes = code === 92 ? slashes + 1 : 0;
  }
  ahead.left -= limit - quoteAt;
  return { start, end: lineEnd(text, quoteAt), quote, closed: false };
}

const limitFrom = (text: string, at: number, ahead: LookAhead) =>
  ahead.left <= 0 ? at : Math.min(text.length, at + LOOK_AHEAD);

/** In plain quotes an even number of backslashes escapes nothing; in escaped ones, more of them escape the mark. */
const isClosing = (slashes: number, depth: number) => (depth === 0 ? slashes % 2 === 0 : slashes <= depth);

function entity(text: string, start: number): ValueSpan {
  const close = text.indexOf("&quot;", start + 6);
  const closed = close >= 0 && close - start < LOOK_AHEAD;
  return { start, end: closed ? close + 6 : lineEnd(text, start), quote: "&quot;", closed };
}

function bracketed(text: string, start: number, ahead: LookAhead): ValueSpan | null {
  const limit = limitFrom(text, start, ahead);
  let depth = 0;
  for (let index = start; index < limit; index += 1) {
    const mark = text[index];
    if (mark === "{" || mark === "[" || mark === "(") depth += 1;
    else if (mark === "}" || mark === "]" || mark === ")") depth -= 1;
    if (depth > 0 || index === start) continue;
    return index === start + 1 ? null : { start, end: index + 1, quote: "", closed: true };
  }
  ahead.left -= limit - start;
  return { start, end: lineEnd(text, start), quote: "", closed: true };
}

/** `password: |`, with the value on the lines below, as far as they are indented like the first. */
const BLOCK = /[|>][-+]?\d?[ \t]{0,8}\r?\n([ \t]{1,40})(?=\S)/y;
function block(text: string, at: number): ValueSpan | null {
  BLOCK.lastIndex = at;
  const indent = BLOCK.exec(text)?.[1];
  if (indent === undefined) return null;
  const start = BLOCK.lastIndex;
  let end = lineEnd(text, start);
  while (text.startsWith(indent, end + 1)) end = lineEnd(text, end + 1);
  return { start, end, quote: "", closed: true };
}

const WORD = /[A-Za-z'’]{1,20}/y;
const RUN = /[^\s"'`,;&}\])\\]*/y;
const LEAST = 3;

function bare(text: string, start: number, name: string): ValueSpan | null {
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0] ?? "";
  ESCAPED_MARK.lastIndex = start + word.length;
  if (
    isProse(word) &&
    !/[\w$@#%^*+/=~-]/.test(text[start + word.length] ?? "") &&
    !(word !== "" && ESCAPED_MARK.test(text))
  )
    return null;
  if (isExpression(text, start, name)) return null;
  const end = bareEnd(text, start);
  if (end - start < LEAST) return null;
  const all = isSecretNumberName(name) && end - start === word.length;
  return { start, end: all ? phraseEnd(text, end) : end, quote: "", closed: true };
}

/** Marks end a value where nothing or another name follows; amid letters they are its own. */
function bareEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    RUN.lastIndex = at;
    RUN.test(text);
    const end = RUN.lastIndex;
    ESCAPED_MARK.lastIndex = end;
    const escaped = ESCAPED_MARK.test(text);
    if (end === start || !(escaped || goesOn(text, end))) return end;
    at = escaped ? ESCAPED_MARK.lastIndex : end + 1;
  }
}

/** `abc\;rest`, `abc\ rest`: a mark that is the value's own, as its backslash says. */
const ESCAPED_MARK = /\\{1,8}(?:[^\s\w"'`\\]| (?=\w))/y;

const NEXT_NAME = /[,;&](?:[\w.$-]{1,40}\s?[:=]|\w{2,6};)/y;
function goesOn(text: string, at: number): boolean {
  const mark = text[at] ?? " ";
  const next = text[at + 1] ?? "";
  if (!/[A-Za-z0-9]/.test(next) || /\s/.test(mark)) return false;
  if (mark === "\\") return !/[nrtbfux]/.test(next);
  if (mark === "]") return !text.startsWith(HIDDEN, at + 1 - HIDDEN.length);
  NEXT_NAME.lastIndex = at;
  return !NEXT_NAME.test(text);
}

/** `correct horse battery`: words behind a password that is one, as far as no sentence goes on with them. */
const MORE = /[ \t]([^\s"'`,;&}\])\\:=.[]{1,60})(?![:=.[\w])/y;
const WORDS_MOST = 12;
function phraseEnd(text: string, from: number): number {
  let end = from;
  for (let words = 0; words < WORDS_MOST; words += 1) {
    MORE.lastIndex = end;
    const word = MORE.exec(text)?.[1];
    if (word === undefined || isProse(word) || /^(?:by|of|as|but|if|so|-.*)$/i.test(word)) break;
    end = MORE.lastIndex;
  }
  return end;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
