/** Where a value ends, and the quotation mark it wears, `""` where it wears none. */
export type ValueSpan = { end: number; quote: string; closed: boolean };

/**
 * How far the ends of values in quotes or brackets may be looked for in vain, in one text. Where one does not end, or
 * nothing is left, the rest of the line is taken for it: hostile text then costs no more, and nothing shows.
 */
export type LookAhead = { left: number };
const LOOK_AHEAD = 16 * 1024;
const IN_VAIN = 256 * 1024;
export const lookAhead = (): LookAhead => ({ left: IN_VAIN });
const BARE = /[^\s"',;&}\])\\]{3,}/y;
/** Words that stand where a value could, and are none: `token: expired`, `password: str`, `has_token: true`. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|str|string|int|number|bool|boolean|bytes|optional|required|missing|invalid|expired|empty|unknown|not|is|was)$/i;

/** The value that begins at `at`: quoted, quoted inside a quoted text, in brackets, or bare; null where there is none. */
export function valueAt(text: string, at: number, ahead: LookAhead): ValueSpan | null {
  let quoteAt = at;
  while (text.charCodeAt(quoteAt) === 92) quoteAt += 1;
  const mark = text[quoteAt];
  if (mark === '"' || mark === "'") return quoted(text, at, quoteAt, ahead);
  if (text.startsWith("&quot;", at)) return entity(text, at);
  if (mark === "{" || mark === "[") return bracketed(text, at, ahead);
  BARE.lastIndex = at;
  const bare = BARE.exec(text)?.[0];
  return bare === undefined || NO_VALUE.test(bare)
    ? null
    : { end: at + bare.length, quote: "", closed: true };
}

/** To the mark behind no more backslashes than the first one had; a mark behind more of them is inside. */
function quoted(text: string, at: number, quoteAt: number, ahead: LookAhead): ValueSpan | null {
  const depth = quoteAt - at;
  const mark = text.charCodeAt(quoteAt);
  const quote = text.slice(at, quoteAt + 1);
  const limit = limitFrom(text, quoteAt, ahead);
  let slashes = 0;
  for (let index = quoteAt + 1; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === mark && isClosing(slashes, depth)) {
      if (index - slashes === quoteAt + 1) return null;
      return { end: index + 1, quote, closed: true };
    }
    slashes = code === 92 ? slashes + 1 : 0;
  }
  ahead.left -= limit - quoteAt;
  return { end: lineEnd(text, quoteAt), quote, closed: false };
}

const limitFrom = (text: string, at: number, ahead: LookAhead) =>
  ahead.left <= 0 ? at : Math.min(text.length, at + LOOK_AHEAD);

/** In plain quotes an even number of backslashes escapes nothing; in escaped ones, more of them escape the mark. */
const isClosing = (slashes: number, depth: number) => (depth === 0 ? slashes % 2 === 0 : slashes <= depth);

function entity(text: string, at: number): ValueSpan {
  const close = text.indexOf("&quot;", at + 6);
  const closed = close >= 0 && close - at < LOOK_AHEAD;
  return { end: closed ? close + 6 : lineEnd(text, at), quote: "&quot;", closed };
}

function bracketed(text: string, at: number, ahead: LookAhead): ValueSpan {
  const limit = limitFrom(text, at, ahead);
  let depth = 0;
  for (let index = at; index < limit; index += 1) {
    const mark = text[index];
    if (mark === "{" || mark === "[") depth += 1;
    else if (mark === "}" || mark === "]") depth -= 1;
    if (depth === 0 && index > at) return { end: index + 1, quote: "", closed: true };
  }
  ahead.left -= limit - at;
  return { end: lineEnd(text, at), quote: "", closed: true };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
