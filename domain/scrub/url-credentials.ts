import { countHidden, type Scrub } from "./scrub-rules";
import { isProse } from "./secret-likeness";

const SCHEME_CHARACTERS = 20;
const USER_INFO_CHARACTERS = 512;
/** Ends an address wherever it stands: white space, quotation marks, angle brackets. */
const ENDS = /[\s"'<>`\\]/;

/**
 * The text with the user's part of addresses replaced, `postgres://app:pw@host`. A password with an `@` of its own ends
 * at the last one; where it has a `/` too, it is looked for in addresses that are not of the web. Blanks amid it end it only where a
 * sentence goes on behind them.
 */
export function scrubUrlCredentials(text: string, hidden: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", Math.max(at + 3, from))) {
    const start = at + 3;
    const end = userInfoEnd(text, start, isWeb(text, at), quoteBefore(text, at));
    if (end < 0 || !/[A-Za-z0-9]/.test(text[at - 1] ?? "") || text.startsWith(`${hidden}@`, start)) continue;
    kept += text.slice(from, start) + hidden;
    from = end;
    countHidden(scrub, "url_credentials");
  }
  return from === 0 ? text : kept + text.slice(from);
}

function isWeb(text: string, at: number): boolean {
  return /(?:https?|wss?)$/i.test(text.slice(Math.max(0, at - SCHEME_CHARACTERS), at));
}

/** The quotation mark that an address stands in, "" where it stands in none. */
function quoteBefore(text: string, at: number): string {
  const before = /(["'])[A-Za-z0-9+.-]*$/.exec(text.slice(Math.max(0, at - SCHEME_CHARACTERS), at));
  return before?.[1] ?? "";
}

/** An apostrophe amid a password: between letters or digits, where none opened the address. */
function isAmid(text: string, at: number, quote: string): boolean {
  return text[at] === "'" && quote !== "'" && /[A-Za-z0-9]'[A-Za-z0-9]/.test(text.slice(at - 1, at + 2));
}

/** Where the last `@` of the user's part stands; -1 where there is none. */
function userInfoEnd(text: string, start: number, web: boolean, quote: string): number {
  let last = -1;
  let named = false;
  const limit = Math.min(text.length, start + USER_INFO_CHARACTERS);
  for (let index = start; index < limit; index += 1) {
    const mark = text[index] ?? "";
    if (mark === "@" && index > start) last = index;
    else if (mark === ":") named = true;
    else if ((mark === "/" || mark === "?" || mark === "#") && (web || !named || last >= 0)) break;
    else if (ENDS.test(mark) && !(named && isAmid(text, index, quote)))
      return last < 0 && (mark === " " || mark === "\t") ? blankedEnd(text, start) : last;
  }
  return last;
}

/** A user's part with blanks in it, up to its `@` and a host: in the password, `bob:my pass@host`, or before it. */
const BLANKED =
  /(?:[^\s:/?#@"'<>`\\]{1,64}[ \t]){0,2}[^\s:/?#@"'<>`\\]{0,64}:(?!\d{1,5}[\s,;)])([^\s/?#@"'<>`\\][^\r\n/?#@"'<>`\\]{0,120})@(?=[A-Za-z0-9[][\w.-]{0,253}(?:[:/]|[\w-]\.[a-z]|[?\s"']|$))/y;
const WORDS_MOST = 6;

/** Where that `@` stands; -1 where words of a sentence lead to it, `at https://a:b, ask bob@shop.example`. */
function blankedEnd(text: string, start: number): number {
  BLANKED.lastIndex = start;
  const password = BLANKED.exec(text)?.[1];
  if (password === undefined) return -1;
  const words = password.split(/[ \t]{1,8}/);
  if (words.length > WORDS_MOST || words.some((word, at) => at > 0 && isSentences(word))) return -1;
  return BLANKED.lastIndex - 1;
}

const isSentences = (word: string) =>
  isProse(word) || /^(?:and|by|ask|mail|see|to|via|as|from|with|for)$|[,;.:]$/i.test(word);

/** `@tcp(db.internal:3306)/`, as Go's driver for MySQL and its kin write a host. */
const DRIVER_HOST =
  /@(?:(?:tcp[46]?|unix|udp)\([^\s()"'<>]{0,200}\)|(?:[a-z][a-z0-9+]{0,15})?\([^\s()"'<>]{0,200}\)\/)/gi;
const DRIVER_USER = /[\w.%+-]{1,64}:(?=[^\s"'`<>]{1,200}$)/;

/** A text without the password in addresses that name no scheme, `bob:…@tcp(db:3306)/shop`. */
export function scrubDriverAddresses(text: string, hidden: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  for (const { index } of text.matchAll(DRIVER_HOST)) {
    const first = Math.max(from, index - USER_INFO_CHARACTERS);
    const before = text.slice(first, index);
    const user = DRIVER_USER.exec(before);
    if (user === null) continue;
    const start = first + user.index + user[0].length;
    if (text.slice(start, index) === hidden) continue;
    kept += text.slice(from, start) + hidden;
    from = index;
    countHidden(scrub, "url_credentials");
  }
  return from === 0 ? text : kept + text.slice(from);
}
