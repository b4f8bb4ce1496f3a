import { countHidden, type Scrub } from "./scrub-rules";
import { isProse } from "./secret-likeness";
import { isSecretName } from "./secret-name";
import { isNamedBefore, isSecretType } from "./telling-places";

/** `[ 'X-Api-Key', '…' ]`, as a list is printed; what the name and the value wear may be escaped. */
const LISTED = /(\\*["'])([A-Za-z][A-Za-z_-]{1,99})\1\s{0,4},\s{0,4}(?=\\*["'])/g;
/** `{"name": "DB_PASSWORD", "value": "…"}` and `- name: DB_PASSWORD`, a line on `value: …`. */
const LABELLED =
  /(?:(?<![\w.-])|(?<=\\[nrt]))(?:name|key|k|id|label|header|variable|param|parameter|property|field|(?:input_?)?type)(?:\\*["'])?\s{0,4}(?:=>|[:=])\s{0,4}(\\*["'])?([A-Za-z_][\w.-]{1,99})(?:\\*["'])?(?:\s{0,4},\s{0,20}|[ \t]{0,4}\r?\n[ \t]{0,40})(?:\\*["'])?(?:values?|val|v|default|old|new)(?:\\*["'])?\s{0,4}(?:=>|[:=])\s{0,4}/gi;

/** `user[password]=…`, as forms name the members of members. */
const MEMBER = /(\[)([A-Za-z_][\w.-]{0,99})\](?:\[\d{0,9}\]){0,2}=(?!=)/g;

/** A text without the values that a name before them in a list, a label beside them, or the name of a member of a form gives away. */
export function scrubListed(text: string, hidden: string, scrub: Scrub): string {
  let left = text;
  if (/["']\s{0,4},/.test(left)) left = hideBehind(left, LISTED, hidden, scrub);
  if (/\b(?:v(?:al(?:ues?)?)?|default|old|new)\b/i.test(left))
    left = hideBehind(left, LABELLED, hidden, scrub);
  if (left.includes("]=")) left = hideBehind(left, MEMBER, hidden, scrub);
  return left;
}

const IS_TYPE = /^(?:input_?)?type/i;

function hideBehind(text: string, names: RegExp, hidden: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  names.lastIndex = 0;
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const at = names.lastIndex;
    // What follows may be a name itself.
    names.lastIndex = Math.max(match.index + 1, names === LISTED ? at : match.index + 1);
    const name = match[2] ?? "";
    if (!isSecretName(name) || (IS_TYPE.test(match[0]) && !isSecretType(name))) continue;
    const span = spanAt(text, at);
    if (span === null || text.startsWith(hidden, span.start)) continue;
    const value = text.slice(span.start, span.end);
    if (
      value.includes(hidden) ||
      (span.start === at && isProse(value)) ||
      (names === LISTED && !isNamedBefore(name, value))
    )
      continue;
    kept += text.slice(from, span.start) + hidden;
    from = span.end;
    names.lastIndex = from;
    countHidden(scrub, "named_value");
  }
  return from === 0 ? text : kept + text.slice(from);
}

const QUOTE = /\\*["']/y;
const BARE = /[^\s"',;&}\])\\]{3,}/y;
const VALUE_CHARACTERS = 4096;

/** What stands between the quotation marks there, to the end of its line where none closes it; else the next word. */
function spanAt(text: string, at: number): { start: number; end: number } | null {
  QUOTE.lastIndex = at;
  const quote = QUOTE.exec(text)?.[0];
  if (quote === undefined) {
    BARE.lastIndex = at;
    return BARE.test(text) ? { start: at, end: BARE.lastIndex } : null;
  }
  const start = at + quote.length;
  const near = text.slice(start, start + VALUE_CHARACTERS);
  const length = near.indexOf(quote);
  if (length === 0) return null;
  const lineEnd = length < 0 ? text.indexOf("\n", start) : start + length;
  return { start, end: lineEnd < 0 ? text.length : lineEnd };
}
