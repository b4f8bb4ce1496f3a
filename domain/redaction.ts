import { holdsKnownKey, isShortRun, KNOWN_KEY } from "./known-keys";
import { ownText } from "./own-text";
import { scrubCardNumbers, scrubEmailAddresses } from "./personal-data";
import { mayHoldEscaped, scrubDecoded } from "./scrub-decoded";
import { scrubListed } from "./scrub-listed";
import { CREDENTIALS_ONLY, countHidden, type Scrub, type ScrubKind, type ScrubRules } from "./scrub-rules";
import { type ScrubWritten, scrubShown } from "./scrub-shown";
import { isSecretName, mayHoldSecretName } from "./secret-name";
import { lookAhead, type ValueSpan, valueAt } from "./secret-value";
import { mayHoldControls } from "./terminal-text";
import { scrubUrlCredentials } from "./url-credentials";

/**
 * Scrubbing of every stored string, before it is written (CONTRACT "Scrubbing"). References, codes, ids and plain long
 * numbers are not touched: a rule needs a telling prefix, scheme or name. Every rule reads a text in proportion to its
 * length, whatever is in it.
 */

export const HIDDEN = "[redacted]";

type Rule = { kind: ScrubKind; pattern: RegExp; replace: (match: string, ...groups: string[]) => string };

const PRIVATE_KEY: Rule = {
  kind: "private_key",
  pattern:
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
  replace: () => HIDDEN,
};
/** A run that is no JWT is taken as a whole and left, so that what begins within it is not tried again. */
const JWT: Rule = {
  kind: "jwt",
  pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{5,}(\.[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)*)?/g,
  replace: (match, rest) => (rest === undefined ? match : HIDDEN),
};
const KNOWN: Rule = { kind: "known_key", pattern: KNOWN_KEY, replace: () => HIDDEN };
const SCHEME: Rule = {
  kind: "authorization",
  pattern: /\b(bearer|basic)\s{1,4}[A-Za-z0-9._~+/=-]{12,}/gi,
  replace: (_, scheme) => `${scheme} ${HIDDEN}`,
};
/** Also as a variable, `HTTP_COOKIE`, and behind the line end of a text within a text, `\\nCookie`. */
const HEADERS: readonly Rule[] = [
  {
    // A digest's or a signature's answer is spread over its parameters, and cookies are many: the rest of the line goes.
    kind: "authorization",
    pattern:
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(authorization\\*["']?\s{0,4}[:=]\s{0,4}\\*["']?)(?:digest|aws4-[\w-]{1,40}|oauth|signature|hawk)\s[^\r\n]*/gi,
    replace: (_, head) => `${head}${HIDDEN}`,
  },
  {
    kind: "authorization",
    pattern:
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(authorization\\*["']?\s{0,4}[:=]\s{0,4}\\*["']?)(?:[a-z][\w-]{1,32}\s{1,4})?[^\s"',;}\\[]+/gi,
    replace: (_, head) => `${head}${HIDDEN}`,
  },
  {
    kind: "named_value",
    pattern:
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))((?:set-)?cookie\s{0,4}[:=]\s{0,4})(?!\[redacted\])[^\s"'\\][^\r\n"'\\]*/gi,
    replace: (_, head) => `${head}${HIDDEN}`,
  },
];
const URL_PARAMETER: Rule = {
  kind: "url_parameter",
  pattern: /([?&#;])([\w.[\]-]{1,64})=([^&#\s"'<>\\]+)/g,
  replace: (match, mark, name, value) =>
    value !== HIDDEN && (/^(?:key|code_verifier)$/i.test(name) || isSecretName(name))
      ? `${mark}${name}=${HIDDEN}`
      : match,
};
/** `Key (email, token)=(a, b) already exists`, as PostgreSQL says it. */
const KEY_DETAIL: Rule = {
  kind: "named_value",
  pattern: /\(([\w", ]{1,200})\)=\(([^()\n]{1,2000})\)/g,
  replace: (match, names) =>
    names.split(",").some((name) => isSecretName(name.replaceAll('"', "").trim()))
      ? `(${names})=(${HIDDEN})`
      : match,
};
/** `<password>…</password>` */
const ELEMENT: Rule = {
  kind: "named_value",
  pattern: /<([A-Za-z_][\w:.-]{0,63})(\s[^<>]{0,200})?>([^<>]{1,4096})(?=<\/)/g,
  replace: (match, name, attributes) =>
    isSecretName(name.slice(name.indexOf(":") + 1)) ? `<${name}${attributes ?? ""}>${HIDDEN}` : match,
};

/** `name =`, `"name":`, `\\"name\\" =>`, `--name=`: where a value begins that its name may give away. */
const NAME =
  /(?<![\w.-])-{0,2}([A-Za-z_][\w.-]{0,99})(\\*["']|&quot;|%22)?\s{0,4}(?:=>|[:=]|%3[AaDd])\s{0,4}/g;
/** `%3Fname%3D`, as an address stands within an address, and `%22name%22%3A`, as JSON does. */
const ESCAPED_NAME = /%(?:3F|26|3B|23|2C|20|22|7B)([A-Za-z_][\w.-]{0,99})(%22)?%3[AD]/gi;
/** `--name value`, as a command is given it. */
const FLAG = /(?<![\w.-])--([A-Za-z][\w.-]{0,99})()[ \t]{1,4}(?!-)/g;

/** Hides the values that the name before them gives away; what is inside another value is looked at as well. */
function scrubNamedValues(text: string, names: RegExp, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  const ahead = lookAhead();
  names.lastIndex = 0;
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const [, name = "", mark = ""] = match;
    const at = names.lastIndex;
    if (!isSecretName(name) || text.startsWith(HIDDEN, at) || text.startsWith(mark + HIDDEN, at)) continue;
    const span = valueAt(text, at, ahead);
    if (span === null || isKept(text.slice(at, span.end), name)) continue;
    kept += text.slice(from, at) + hiddenLike(span, mark);
    from = span.end;
    names.lastIndex = from;
    countHidden(scrub, "named_value");
  }
  return from === 0 ? text : kept + text.slice(from);
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

function apply(rule: Rule, text: string, scrub: Scrub): string {
  return text.replace(rule.pattern, (match: string, ...groups: string[]) => {
    const replaced = rule.replace(match, ...groups);
    if (replaced !== match) countHidden(scrub, rule.kind);
    return replaced;
  });
}

/** What a text must hold so that a rule could match: most texts hold little of it, and most rules are not tried. */
const SCHEME_WORD = /\b(?:bearer|basic)\s/i;
const HEADER_WORD = /authorization|cookie/i;
const URL_MARKS = ["?", "&", "#", ";"];

function scrubCredentials(text: string, scrub: Scrub): string {
  let left = text;
  if (left.includes("-----BEGIN ")) left = apply(PRIVATE_KEY, left, scrub);
  if (left.includes("eyJ")) left = apply(JWT, left, scrub);
  const assigns = left.includes(":") || left.includes("=");
  if (assigns && HEADER_WORD.test(left)) for (const rule of HEADERS) left = apply(rule, left, scrub);
  if (SCHEME_WORD.test(left)) left = apply(SCHEME, left, scrub);
  if (left.includes("@") && left.includes("://")) left = scrubUrlCredentials(left, HIDDEN, scrub);
  if (left.includes("=")) {
    if (URL_MARKS.some((mark) => left.includes(mark))) left = apply(URL_PARAMETER, left, scrub);
    if (left.includes(")=(")) left = apply(KEY_DETAIL, left, scrub);
  }
  if (holdsKnownKey(left)) left = apply(KNOWN, left, scrub);
  if (left.includes("</")) left = apply(ELEMENT, left, scrub);
  if (mayHoldSecretName(left)) left = scrubListed(left, HIDDEN, scrub);
  const escapes = left.includes("%3");
  const flags = left.includes("--");
  // Code in traces assigns in every line: to look whether a telling word is there at all takes a tenth of reading names.
  if (!(assigns || escapes || flags) || !mayHoldSecretName(left)) return left;
  if (flags) left = scrubNamedValues(left, FLAG, scrub);
  if (escapes) left = scrubNamedValues(left, ESCAPED_NAME, scrub);
  return assigns || escapes ? scrubNamedValues(left, NAME, scrub) : left;
}

/** Of five million hostile texts none still changed in the third pass; the end is for the one that nobody thought of. */
const PASSES_MOST = 4;

/**
 * A placeholder may bring a rule to bear that the value itself did not: so again while something was hidden, that what
 * is stored stays as it is when a replay or a mapping has it scrubbed once more. Counted is what the first pass hid.
 */
function hideSettled(text: string, scrub: Scrub, said_card: boolean): string {
  const before = scrub.found;
  let left = hide(text, scrub, said_card);
  if (scrub.found === before) return left;
  for (let pass = 1; pass < PASSES_MOST; pass += 1) {
    const again = hide(left, { found: 0, rules: scrub.rules }, said_card);
    if (again === left) break;
    left = again;
  }
  return left;
}

/** By every rule, those of one's own last. */
function hide(text: string, scrub: Scrub, said_card: boolean): string {
  const { email_addresses, card_numbers, custom } = scrub.rules ?? CREDENTIALS_ONLY;
  let left = scrubCredentials(text, scrub);
  if (email_addresses && left.includes("@")) left = scrubEmailAddresses(left, scrub);
  if (card_numbers !== "kept" && left.length > 12) left = scrubCardNumbers(left, scrub, said_card);
  for (const matcher of custom) {
    const replaced = matcher.replace(left);
    if (replaced.found > 0) countHidden(scrub, matcher.kind, replaced.found);
    left = replaced.text;
  }
  return left;
}

/** The shortest text that a rule could match. */
const SHORTEST = 5;

/** The text as it may be stored; counts in `scrub` what was hidden. `said_card`: its name says it is a card's number. */
export function scrubString(text: string, scrub: Scrub, said_card = false): string {
  if (text.length < SHORTEST) return text;
  const { custom } = scrub.rules ?? CREDENTIALS_ONLY;
  // The names of fields, mostly: every rule but one's own needs more letters, or a mark that is none.
  if (custom.length === 0 && isShortRun(text)) return text;
  if (!mayHoldControls(text) && !mayHoldEscaped(text)) return hideSettled(text, scrub, said_card);
  return scrubAsRead(text, scrub, (written, pass) => hideSettled(written, pass, said_card));
}

/** As a terminal shows it, and as its escapes are read. */
function scrubAsRead(text: string, scrub: Scrub, scrubWritten: ScrubWritten): string {
  return scrubShown(text, scrub, (shown, pass) => scrubDecoded(shown, pass, scrubWritten));
}

const NAME_CHARACTERS = 200;

/** The names that a producer uses are few and come again; a flood of new ones empties the memory. */
const REMEMBERED_NAMES = 5_000;
const cleanNames = new Set<string>();

/** A name without the credentials in it; it stays as short as names are. */
export function scrubName(name: string, scrub: Scrub): string {
  if (name.length < SHORTEST || cleanNames.has(name)) return name;
  const clean = scrubAsRead(name, scrub, scrubCredentials);
  if (clean !== name) return clean.slice(0, NAME_CHARACTERS);
  if (cleanNames.size >= REMEMBERED_NAMES) cleanNames.clear();
  if (name.length <= NAME_CHARACTERS) cleanNames.add(ownText(name));
  return name;
}

/** The text with credentials replaced, and whatever else the rules name, and how many strings were. */
export function scrubText(
  text: string,
  rules: ScrubRules = CREDENTIALS_ONLY,
): { text: string; found: number } {
  const scrub: Scrub = { found: 0, rules };
  return { text: scrubString(text, scrub), found: scrub.found };
}
