/**
 * Scrubbing of credentials from every stored string, before it is written (CONTRACT "Scrubbing"). References,
 * codes, ids and plain long numbers are not touched: a rule needs a telling prefix, scheme or name.
 */

const HIDDEN = "[redacted]";
const SECRET_NAME =
  "(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|auth(?:orization)?|credential|private[_-]?key|client[_-]?secret|session[_-]?id|cookie|signature|sig)";

/** Object keys whose value is a secret whatever it looks like; `idempotency_key` and the like are not. */
const SECRET_KEY = new RegExp(`(?:^|[_\\-.])${SECRET_NAME}s?$|^(?:x-)?${SECRET_NAME}s?$`, "i");

type Rule = { name: string; pattern: RegExp; replace: string };

const RULES: readonly Rule[] = [
  {
    name: "private_key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    replace: HIDDEN,
  },
  { name: "jwt", pattern: /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g, replace: HIDDEN },
  {
    name: "authorization",
    pattern:
      /\b(authorization["']?\s*[:=]\s*["']?)(?:(?:basic|bearer|digest|negotiate|token)\s+)?[^\s"',;}]+/gi,
    replace: `$1${HIDDEN}`,
  },
  { name: "bearer", pattern: /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}/gi, replace: `$1 ${HIDDEN}` },
  {
    name: "url_user_info",
    pattern: /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:"']*:[^\s/@"']+@/gi,
    replace: `$1${HIDDEN}@`,
  },
  {
    name: "url_parameter",
    pattern: new RegExp(`([?&](?:[a-z0-9_.-]*[_.-])?(?:${SECRET_NAME}|key)=)[^&#\\s"'<>]+`, "gi"),
    replace: `$1${HIDDEN}`,
  },
  {
    name: "assignment",
    pattern: new RegExp(
      `(?<![a-z])((?:[a-z0-9]+[_-])*${SECRET_NAME}["']?\\s*(?:=>|[:=])\\s*["']?)(?!\\[redacted\\])[^\\s"',;&}\\])]{3,}`,
      "gi",
    ),
    replace: `$1${HIDDEN}`,
  },
  {
    name: "provider_key",
    pattern:
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}\b|\bgithub_pat_[A-Za-z0-9_]{22,}\b|\bglpat-[A-Za-z0-9_-]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}\b|\bsk-[A-Za-z0-9_-]{20,}|\bAIza[A-Za-z0-9_-]{35}|\bwhsec_[A-Za-z0-9+/=]{20,}|\berk_[A-Za-z0-9_-]{20,}/g,
    replace: HIDDEN,
  },
];

/** Cheap test whether any rule could match: most strings never reach the rules. */
const WORTH_A_LOOK =
  /pass|pwd|secret|token|key|auth|credential|cookie|sig|session|bearer|basic|eyJ|:\/\/|A[KS]IA|gh[pousr]_|glpat|xox|[sr]k_|sk-|AIza|whsec/i;

/** The text with credentials replaced, and how many were. */
export function scrubText(text: string): { text: string; found: number } {
  if (!WORTH_A_LOOK.test(text)) return { text, found: 0 };
  let found = 0;
  let scrubbed = text;
  for (const rule of RULES) {
    scrubbed = scrubbed.replace(rule.pattern, (...args: unknown[]) => {
      found += 1;
      return rule.replace.replace("$1", typeof args[1] === "string" ? args[1] : "");
    });
  }
  return { text: scrubbed, found };
}

/** Whether a value under this key is a secret by its name alone. */
export function isSecretName(key: string): boolean {
  return SECRET_KEY.test(key);
}
