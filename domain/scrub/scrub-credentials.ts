import { scrubCalls } from "./called-secrets";
import { scrubFormParts } from "./form-parts";
import { scrubInsertedRows } from "./inserted-rows";
import { scrubKeyMembers } from "./key-members";
import { holdsKnownKey, KNOWN_KEY } from "./known-keys";
import { scrubMarkup } from "./markup-secrets";
import { scrubNamedValues } from "./named-values";
import { applyRule, HIDDEN, type Rule, WORD_BEGINS } from "./pattern-rule";
import { mayHoldPrivateKey, scrubPrivateKeys } from "./private-keys";
import { scrubCommands, scrubSaid, scrubStatements } from "./said-secrets";
import { scrubListed } from "./scrub-listed";
import type { Scrub } from "./scrub-rules";
import { isProse } from "./secret-likeness";
import { mayHoldSecretName } from "./secret-name";
import { isSecretOf, isSecretParameter } from "./secret-parameter";
import { scrubDriverAddresses, scrubUrlCredentials } from "./url-credentials";

/** A run that is no JWT is taken as a whole and left, so that what begins within it is not tried again. */
const JWT: Rule = {
  kind: "jwt",
  pattern: new RegExp(`${WORD_BEGINS}eyJ[A-Za-z0-9_-]{5,}(\\.[A-Za-z0-9_-]{5,}(?:\\.[A-Za-z0-9_-]*)*)?`, "g"),
  replace: (match, rest) => (rest === undefined ? match : HIDDEN),
};
const KNOWN: Rule = { kind: "known_key", pattern: KNOWN_KEY, replace: () => HIDDEN };
const SCHEME: Rule = {
  kind: "authorization",
  pattern: new RegExp(`${WORD_BEGINS}(bearer|basic)\\s{1,4}([A-Za-z0-9._~+/=-]{8,})`, "gi"),
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
    value !== HIDDEN && isSecretParameter(name, value) ? `${mark}${name}=${HIDDEN}` : match,
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
/** What a text must hold so that a rule could match: most texts hold little of it, and most rules are not tried. */
const SCHEME_WORD = /(?:bearer|basic)\s/i;
const HEADER_WORD = /authorization|cookie/i;
const URL_MARKS = ["?", "&", "#", ";"];

/** A text without what gives itself away as a credential, by its form, its place or its name. */
export function scrubCredentials(text: string, scrub: Scrub): string {
  let left = text;
  if (mayHoldPrivateKey(left)) left = scrubPrivateKeys(left, scrub);
  left = scrubKeyMembers(left, scrub);
  if (left.includes("eyJ")) left = applyRule(JWT, left, scrub);
  const assigns = left.includes(":") || left.includes("=");
  if (assigns && HEADER_WORD.test(left)) for (const rule of HEADERS) left = applyRule(rule, left, scrub);
  if (SCHEME_WORD.test(left)) left = applyRule(SCHEME, left, scrub);
  if (left.includes("@") && left.includes("://")) left = scrubUrlCredentials(left, HIDDEN, scrub);
  if (left.includes("@") && left.includes("(")) left = scrubDriverAddresses(left, HIDDEN, scrub);
  if (left.includes("=")) {
    if (URL_MARKS.some((mark) => left.includes(mark))) left = applyRule(URL_PARAMETER, left, scrub);
    if (left.includes(")=(")) left = applyRule(KEY_DETAIL, left, scrub);
  }
  if (holdsKnownKey(left)) left = applyRule(KNOWN, left, scrub);
  left = scrubMarkup(left, scrub);
  left = scrubCalls(scrubCommands(scrubStatements(left, scrub), scrub), scrub);
  // Code in traces assigns in every line: to look whether a telling word is there at all takes a tenth of reading names.
  if (!mayHoldSecretName(left)) return left;
  left = scrubInsertedRows(scrubFormParts(left, scrub), scrub);
  return scrubNamedValues(scrubSaid(scrubListed(left, HIDDEN, scrub), scrub), scrub);
}
