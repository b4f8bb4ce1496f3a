import { countHidden, type Scrub } from "./scrub-rules";
import { isSecretName } from "./secret-name";
import { lookAhead, valueAt } from "./secret-value";
import { isNamedBefore } from "./telling-places";

/** `[ 'X-Api-Key', '…' ]`, as a list is printed; what the name and the value wear may be escaped. */
const LISTED = /(\\*["'])([A-Za-z][A-Za-z_-]{1,99})\1\s{0,4},\s{0,4}(?=\\*["'])/g;
/** `{"name": "DB_PASSWORD", "value": "…"}` and `- name: DB_PASSWORD`, a line on `value: …`. */
const LABELLED =
  /(?<![\w.-])(?:name|key|k|id|label|header|variable|param|parameter|property|field)(?:\\*["'])?\s{0,4}(?:=>|[:=])\s{0,4}(\\*["'])?([A-Za-z_][\w.-]{1,99})(?:\\*["'])?(?:\s{0,4},\s{0,20}|[ \t]{0,4}\r?\n[ \t]{0,40})(?:\\*["'])?(?:values?|val|v)(?:\\*["'])?\s{0,4}(?:=>|[:=])\s{0,4}/gi;

/** `user[password]=…`, as forms name the members of members. */
const MEMBER = /(\[)([A-Za-z_][\w.-]{0,99})\](?:\[\])?=(?!=)/g;

/** A text without the values that a name before them in a list, a label beside them, or the name of a member of a form gives away. */
export function scrubListed(text: string, hidden: string, scrub: Scrub): string {
  let left = text;
  if (/["']\s{0,4},/.test(left)) left = hideBehind(left, LISTED, hidden, scrub);
  if (/\bv(?:al(?:ues?)?)?\b/i.test(left)) left = hideBehind(left, LABELLED, hidden, scrub);
  if (left.includes("]=")) left = hideBehind(left, MEMBER, hidden, scrub);
  return left;
}

function hideBehind(text: string, names: RegExp, hidden: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  const ahead = lookAhead();
  names.lastIndex = 0;
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const at = names.lastIndex;
    // What follows may be a name itself.
    names.lastIndex = Math.max(match.index + 1, names === LISTED ? at : match.index + 1);
    const name = match[2] ?? "";
    if (!isSecretName(name)) continue;
    const span = valueAt(text, at, ahead);
    if (span === null) continue;
    const value = text.slice(at + span.quote.length, span.end - (span.closed ? span.quote.length : 0));
    if (value.includes(hidden) || (names === LISTED && !isNamedBefore(name, value))) continue;
    kept += `${text.slice(from, at)}${span.quote}${hidden}${span.closed ? span.quote : ""}`;
    from = span.end;
    names.lastIndex = from;
    countHidden(scrub, "named_value");
  }
  return from === 0 ? text : kept + text.slice(from);
}
