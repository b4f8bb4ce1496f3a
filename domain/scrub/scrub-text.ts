import { ownText } from "../own-text";
import { mayHoldControls } from "../terminal-text";
import { holdsKnownKey, isShortRun, KNOWN_KEY } from "./known-keys";
import { scrubNamedValues } from "./named-values";
import { applyRule, HIDDEN, type Rule } from "./pattern-rule";
import { scrubCardNumbers, scrubEmailAddresses } from "./personal-data";
import { scrubCommands, scrubSaid, scrubStatements } from "./said-secrets";
import { mayHoldEscaped, scrubDecoded } from "./scrub-decoded";
import { scrubListed } from "./scrub-listed";
import { CREDENTIALS_ONLY, countHidden, type Scrub, type ScrubRules } from "./scrub-rules";
import { type ScrubWritten, scrubShown } from "./scrub-shown";
import { isProse, looksRandom } from "./secret-likeness";
import { isDoubtfulName, isSecretName, mayHoldSecretName } from "./secret-name";
import { scrubUrlCredentials } from "./url-credentials";

/**
 * Scrubbing of every stored string, before it is written (CONTRACT "Scrubbing"). References, codes, ids and plain long
 * numbers are not touched: a rule needs a telling prefix, scheme or name. Every rule reads a text in proportion to its
 * length, whatever is in it.
 */

export { HIDDEN } from "./pattern-rule";

/** Whether what a name says holds for this value. */
const isSecretOf = (name: string, value: string) =>
  isSecretName(name) && (!isDoubtfulName(name) || looksRandom(value));

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
  pattern: /\b(bearer|basic)\s{1,4}([A-Za-z0-9._~+/=-]{8,})/gi,
  replace: (match, scheme, value = "") => (isCredential(value) ? `${scheme} ${HIDDEN}` : match),
};
/** `basic authentication`, `Bearer token-based` are words; so many letters without any other are none. */
function isCredential(value: string): boolean {
  if (value.length < 12) return value.endsWith("=");
  return !/^(?:[A-Za-z]?[a-z]{0,17}|[A-Z]{1,20})(?:[-./](?:[A-Za-z]?[a-z]{0,17})){0,4}$/.test(value);
}

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
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(authorization\\*["']?\s{0,4}[:=]\s{0,4}\\*["']?)(?:([a-z][\w-]{1,32})\s{1,4})?([^\s"',;}\\[]+)/gi,
    replace: (match, head, scheme = "", value = "") =>
      isProse(scheme || value) ? match : `${head}${HIDDEN}`,
  },
  {
    kind: "named_value",
    pattern:
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))((?:set-)?cookie\s{0,4}[:=]\s{0,4})(?!\[redacted\])([^\s"'\\][^\r\n"'\\]*)/gi,
    replace: (match, head, value = "") =>
      isProse(value.split(" ", 1)[0] ?? "") ? match : `${head}${HIDDEN}`,
  },
];
const URL_PARAMETER: Rule = {
  kind: "url_parameter",
  pattern: /([?&#;])([\w.[\]-]{1,64})=([^&#\s"'<>\\]+)/g,
  replace: (match, mark, name, value) =>
    value !== HIDDEN &&
    (isSecretOf(name, value) || (/^(?:key|code_verifier)$/i.test(name) && looksRandom(value)))
      ? `${mark}${name}=${HIDDEN}`
      : match,
};
/** `Key (email, token)=(a, b) already exists`, as PostgreSQL says it. */
const KEY_DETAIL: Rule = {
  kind: "named_value",
  pattern: /\(([\w", ]{1,200})\)=\(([^()\n]{1,2000})\)/g,
  replace: (match, names, values) =>
    names.split(",").some((name) => isSecretOf(name.replaceAll('"', "").trim(), values))
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

/** What a text must hold so that a rule could match: most texts hold little of it, and most rules are not tried. */
const SCHEME_WORD = /\b(?:bearer|basic)\s/i;
const HEADER_WORD = /authorization|cookie/i;
const URL_MARKS = ["?", "&", "#", ";"];

function scrubCredentials(text: string, scrub: Scrub): string {
  let left = text;
  if (left.includes("-----BEGIN ")) left = applyRule(PRIVATE_KEY, left, scrub);
  if (left.includes("eyJ")) left = applyRule(JWT, left, scrub);
  const assigns = left.includes(":") || left.includes("=");
  if (assigns && HEADER_WORD.test(left)) for (const rule of HEADERS) left = applyRule(rule, left, scrub);
  if (SCHEME_WORD.test(left)) left = applyRule(SCHEME, left, scrub);
  if (left.includes("@") && left.includes("://")) left = scrubUrlCredentials(left, HIDDEN, scrub);
  if (left.includes("=")) {
    if (URL_MARKS.some((mark) => left.includes(mark))) left = applyRule(URL_PARAMETER, left, scrub);
    if (left.includes(")=(")) left = applyRule(KEY_DETAIL, left, scrub);
  }
  if (holdsKnownKey(left)) left = applyRule(KNOWN, left, scrub);
  if (left.includes("</")) left = applyRule(ELEMENT, left, scrub);
  left = scrubCommands(scrubStatements(left, scrub), scrub);
  // Code in traces assigns in every line: to look whether a telling word is there at all takes a tenth of reading names.
  if (!mayHoldSecretName(left)) return left;
  return scrubNamedValues(scrubSaid(scrubListed(left, HIDDEN, scrub), scrub), scrub);
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
