import { HIDDEN, NAME_BEGINS } from "./pattern-rule";
import { countHidden, type Scrub } from "./scrub-rules";
import { looksRandom } from "./secret-likeness";
import { isSecretName } from "./secret-name";
import { isSecretLabel } from "./telling-places";
import { lookAhead, type ValueSpan, valueAt } from "./value-span";

/** `name =`, `"name":`, `\\"name\\" =>`, `--name=`, `['name'] =`, `a[0].name[0] =`: where a value begins that its name may give away. */
const NAME =
  /(?<![\w-]|(?<![\])])\.)-{0,2}([A-Za-z_][\wñÑ.-]{0,99})(?:\[(?:\d{0,9}|new|old|value|current)\]){0,2}(\\*["']|&quot;|%22)?\]?(?:\[\d{0,9}\]){0,2}\s{0,4}(?:=>|:=|!?={1,3}>?|:(?!:)|%3[AaDd])\s{0,4}/g;
/** `%3Fname%3D`, as an address stands within an address, and `%22name%22%3A`, as JSON does. */
const ESCAPED_NAME = /%(?:3F|26|3B|23|2C|20|22|7B)([A-Za-z_][\w.-]{0,99})(%22)?%3[AD]/gi;
/** `--name value`, `-name value` as a command is given it, and `'--name', 'value'` as its arguments are listed. */
const FLAG = new RegExp(
  `${NAME_BEGINS}-{1,2}([A-Za-z][\\w.-]{0,99})()(?:[ \\t]{1,4}(?!-)|\\\\*["'],?\\s{1,4}(?=\\\\*["'](?!-)))`,
  "g",
);
/** `var password string = "…"` */
const TYPED = /(?<![\w.-])([A-Za-z_]\w{0,99})()\s{1,4}string\s{0,4}=\s{0,4}(?=["`])/g;

/** `"pass word": …`, `"API key": …`: of names with blanks, those that end as a secret's does. */
const WORDED = /(?<=["'])([A-Za-z_][\w.-]{0,40}(?: [\w.-]{1,40}){1,4})(\\*["'])\s{0,4}(?:=>|[:=])\s{0,4}/g;
const MAY_BE_WORDED = /\w \w{1,40}\\*["']\s{0,4}[:=]/;

/** `name -> value`; code points into a structure and to what a function does that way as well. */
const ARROW =
  /(?<![\w.-])([A-Za-z_][\w.-]{0,99})(\\*["'])?(?:\s{1,4}(?:-{1,2}>|<-|[→⇒➔➜⟶])\s{1,4}|\s{0,4}(?:->|[→⇒➔➜⟶])\s{0,4}(?=\\*["']))(?![{([])/g;
const HAS_ARROW = /->|<-|[→⇒➔➜⟶]/;

/** Hides the values that the name before them gives away; the text holds such a name (`mayHoldSecretName`). */
export function scrubNamedValues(text: string, scrub: Scrub): string {
  let left = text;
  if (left.includes("-")) left = scrubNamed(left, FLAG, scrub);
  if (left.includes("%3")) left = scrubNamed(left, ESCAPED_NAME, scrub);
  if (left.includes("string =")) left = scrubNamed(left, TYPED, scrub);
  if (MAY_BE_WORDED.test(left)) left = scrubNamed(left, WORDED, scrub, (_, __, name) => isSecretLabel(name));
  if (HAS_ARROW.test(left)) left = scrubNamed(left, ARROW, scrub, isPointedAt);
  return left.includes(":") || left.includes("=") || left.includes("%3")
    ? scrubNamed(left, NAME, scrub)
    : left;
}

/** What is inside another value is looked at as well. */
function scrubNamed(
  text: string,
  names: RegExp,
  scrub: Scrub,
  isValue: (value: string, span: ValueSpan, name: string) => boolean = () => true,
): string {
  let kept = "";
  let from = 0;
  const ahead = lookAhead();
  names.lastIndex = 0;
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const [, written = "", mark = ""] = match;
    const name = behindEscape(text, match.index, written);
    const at = names.lastIndex;
    if (
      !isSecretName(name) ||
      text.startsWith(HIDDEN, at) ||
      text.startsWith(mark + HIDDEN, at) ||
      isParsers(text, match.index, name)
    )
      continue;
    const span = valueAt(text, at, name, ahead);
    if (span === null) continue;
    const value = text.slice(span.start, span.end);
    if (isKept(value, name) || !isValue(value, span, name)) continue;
    kept += text.slice(from, span.start) + hiddenLike(span, mark);
    from = span.end;
    names.lastIndex = from;
    countHidden(scrub, "named_value");
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** `\ntoken` of a text within a text is a line's end and a name. */
function behindEscape(text: string, at: number, written: string): string {
  return text.charCodeAt(at - 1) === 92 && /^[nrt]/.test(written) && !isSecretName(written)
    ? written.slice(1)
    : written;
}

/** Behind an arrow: a literal, what looks drawn by chance, or what a password may be and no step of a menu is. */
function isPointedAt(value: string, { quote }: ValueSpan, name: string): boolean {
  if (quote !== "") return true;
  if (looksRandom(/^[^(){}<>;]*/.exec(value)?.[0] ?? "")) return true;
  if (/[(){}<>;]/.test(value) || isSecretName(value)) return false;
  return /pass|pwd/i.test(name) && /^[^A-Z]/.test(value) && !TURNED_INTO.test(value);
}
const TURNED_INTO =
  /^(?:new|old|hash|hashed|plain|plaintext|text|encrypted|argon2\w*|bcrypt|scrypt|sha\d*|md5)\b/;

/** `Unexpected token: …` is a parser's. */
function isParsers(text: string, at: number, name: string): boolean {
  return name === "token" && /(?:unexpected|expected|illegal)\s$/i.test(text.slice(Math.max(0, at - 12), at));
}

/** What is hidden already stays, and `tokens: 512` is a number of them. */
function isKept(value: string, name: string): boolean {
  return value.includes(HIDDEN) || (/tokens$/i.test(name) && /^\d+$/.test(value));
}

/** The placeholder in the quotes that the value wore, or its name, so that what was JSON stays JSON. */
function hiddenLike({ quote, closed }: ValueSpan, mark: string): string {
  if (quote === "") return `${mark}${HIDDEN}${mark}`;
  return `${quote}${HIDDEN}${closed ? quote : ""}`;
}
