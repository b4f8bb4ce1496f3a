import { isSecretName } from "./secret-name";

/**
 * Scrubbing of credentials from every stored string, before it is written (CONTRACT "Scrubbing"). References,
 * codes, ids and plain long numbers are not touched: a rule needs a telling prefix, scheme or name.
 */

export const HIDDEN = "[redacted]";

type Rule = { pattern: RegExp; replace: (match: string, ...groups: string[]) => string };

/** `name =`, `"name":`, `\"name\" =>`: where a value begins that its name may give away. */
const NAME = /(?<![\w.-])([A-Za-z][\w.-]{0,63})(?:\\*["'])?\s{0,4}(?:=>|[:=])\s{0,4}/g;
/** A value: quoted inside a quoted text, quoted, or bare. */
const VALUE =
  /\\+"(?:(?!\\+").){0,4096}(?:\\+")?|\\+'(?:(?!\\+').){0,4096}(?:\\+')?|"(?:[^"\\]|\\.){0,4096}"?|'(?:[^'\\]|\\.){0,4096}'?|[^\s"',;&}\])\\]{3,4096}/sy;

const RULES: readonly Rule[] = [
  {
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    replace: () => HIDDEN,
  },
  { pattern: /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g, replace: () => HIDDEN },
  // A digest's answer is spread over its parameters, so the rest of the line goes.
  {
    pattern: /\b(authorization\\*["']?\s*[:=]\s*\\*["']?)digest\s[^\r\n]*/gi,
    replace: (_, head) => `${head}${HIDDEN}`,
  },
  {
    pattern:
      /\b(authorization\\*["']?\s*[:=]\s*\\*["']?)(?:(?:basic|bearer|negotiate|token)\s+)?[^\s"',;}\\]+/gi,
    replace: (_, head) => `${head}${HIDDEN}`,
  },
  { pattern: /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}/gi, replace: (_, scheme) => `${scheme} ${HIDDEN}` },
  {
    pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']*:[^\s/@"']+@/gi,
    replace: (_, scheme) => `${scheme}${HIDDEN}@`,
  },
  {
    pattern: /([?&])([\w.-]{1,64})=([^&#\s"'<>\\]+)/g,
    replace: (match, mark, name) =>
      name.toLowerCase() === "key" || isSecretName(name) ? `${mark}${name}=${HIDDEN}` : match,
  },
  {
    pattern:
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}\b|\bgithub_pat_[A-Za-z0-9_]{22,}\b|\bglpat-[A-Za-z0-9_-]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}\b|\bsk-[A-Za-z0-9_-]{20,}|\bAIza[A-Za-z0-9_-]{35}|\bwhsec_[A-Za-z0-9+/=]{20,}|\berk_[A-Za-z0-9_-]{20,}/g,
    replace: () => HIDDEN,
  },
];

/** Hides the values that the name before them gives away; what is inside another value is looked at as well. */
function scrubAssignments(text: string): { text: string; found: number } {
  let kept = "";
  let from = 0;
  let found = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const at = NAME.lastIndex;
    if (!isSecretName(match[1] ?? "") || text.startsWith(HIDDEN, at)) continue;
    VALUE.lastIndex = at;
    const value = VALUE.exec(text)?.[0];
    if (value === undefined || value.includes(HIDDEN)) continue;
    kept += text.slice(from, at) + hiddenLike(value);
    from = at + value.length;
    NAME.lastIndex = from;
    found += 1;
  }
  return { text: kept + text.slice(from), found };
}

/** The placeholder in the quotes that the value wore, so that what was JSON stays JSON. */
function hiddenLike(value: string): string {
  const opening = /^\\*["']/.exec(value)?.[0] ?? "";
  const closed = opening !== "" && value.length > opening.length && value.endsWith(opening);
  return `${opening}${HIDDEN}${closed ? opening : ""}`;
}

/** Cheap test whether any rule could match: most strings never reach the rules. */
const WORTH_A_LOOK =
  /pass|pwd|secret|token|key|auth|credential|cookie|sig|session|bearer|basic|jwt|otp|pin|cvv|cvc|eyJ|:\/\/|A[KS]IA|gh[pousr]_|glpat|xox|[sr]k_|sk-|AIza|whsec/i;

/** The text with credentials replaced, and how many were. */
export function scrubText(text: string): { text: string; found: number } {
  if (!WORTH_A_LOOK.test(text)) return { text, found: 0 };
  let found = 0;
  let scrubbed = text;
  for (const rule of RULES) {
    scrubbed = scrubbed.replace(rule.pattern, (match: string, ...groups: string[]) => {
      const replaced = rule.replace(match, ...groups);
      if (replaced !== match) found += 1;
      return replaced;
    });
  }
  const assigned = scrubAssignments(scrubbed);
  return { text: assigned.text, found: found + assigned.found };
}
