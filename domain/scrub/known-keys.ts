import { ESCAPE, WORD_BEGINS } from "./pattern-rule";

/**
 * Credentials that give themselves away by their form. The issuers' own prefixes, each with a length or alphabet that
 * plain words and ids do not have (decision 0060). Ids that are no secret, such as Twilio's `AC…` and `SK…`, are not here.
 * Each begins with two letters of its own, or with a choice of such.
 */
const FORMATS: readonly string[] = [
  // AWS access keys
  "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  // GitHub, GitLab
  "gh[pousr]_[A-Za-z0-9]{30,}",
  "github_pat_[A-Za-z0-9_]{22,}",
  "gl(?:pat|dt|rt|oas|cbt|ptt|ft|soat|agent|imt|ffct)-[A-Za-z0-9_.-]{20,}",
  // Slack
  "xox[abcdeoprs](?:\\.xox[abp])?-[A-Za-z0-9-]{10,}",
  "xapp-[0-9]-[A-Za-z0-9-]{10,}",
  "hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/_+-]{20,}",
  // Stripe, Square, Shopify
  "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}",
  "whsec_[A-Za-z0-9+/=_-]{20,}",
  "sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}",
  "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
  // Google
  "AIza[A-Za-z0-9_-]{35}",
  "GOCSPX-[A-Za-z0-9_-]{20,}",
  "ya29\\.[A-Za-z0-9_.-]{20,}",
  "1//0[A-Za-z0-9_-]{30,}",
  // OpenAI, Anthropic and those that took their form, which names of styles, `sk-button-primary`, have too; Hugging Face, Groq, Replicate, xAI, Perplexity
  "sk-(?=[a-z_-]{0,100}[A-Z0-9])[A-Za-z0-9_-]{20,}",
  "hf_[A-Za-z0-9]{30,}",
  "gsk_[A-Za-z0-9]{40,}",
  "r8_[A-Za-z0-9]{30,}",
  "(?:xai|pplx)-[A-Za-z0-9]{40,}",
  // Registries
  "npm_[A-Za-z0-9]{36}",
  "pypi-[A-Za-z0-9_-]{50,}",
  "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",
  "rubygems_[a-f0-9]{48}",
  // Mail and messages
  "SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}",
  "key-[0-9a-f]{32}(?![A-Za-z0-9])",
  "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
  // Discord: a bot's token begins with the digits of its id in base64
  "(?:MD|MT|Mj|Mz|ND|NT|Nj|Nz|OD|OT)[A-Za-z0-9_-]{20,26}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,}",
  "mfa\\.[A-Za-z0-9_-]{40,}",
  "discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{30,}",
  // Facebook
  "EAA[A-Z][A-Za-z0-9]{30,}",
  // Clouds, platforms and tools
  "do[opr]_v1_[a-f0-9]{64}",
  "dapi[a-f0-9]{32}(?![A-Za-z0-9])",
  "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{30,}",
  "hv[sbr]\\.[A-Za-z0-9_-]{24,}",
  "lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
  "ntn_[A-Za-z0-9]{40,}",
  "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}",
  "sb[ps]_[a-f0-9]{40}",
  "sb_secret_[A-Za-z0-9_-]{20,}",
  "gl(?:sa|c)_[A-Za-z0-9+/=_-]{32,}",
  "NRAK-[A-Z0-9]{27}",
  "PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
  "figd_[A-Za-z0-9_-]{40,}",
  "AT[AC]TT3[A-Za-z0-9_=-]{30,}",
  "ATBB[A-Za-z0-9]{32}(?![A-Za-z0-9])",
  // Vault's older form; code has letters behind `s.` as well, but hardly 24 in both cases and with digits
  "s\\.(?=[A-Za-z]{0,23}\\d)(?=[a-z0-9]{0,23}[A-Z])(?=[A-Z0-9]{0,23}[a-z])[A-Za-z0-9]{24}(?![A-Za-z0-9])",
  "AGE-SECRET-KEY-1[0-9A-Z]{58}",
  // This program's own
  "erk_[A-Za-z0-9_-]{20,}",
];

/** Those that begin with any letters (Mailchimp, Telegram), and what each holds. */
const BARE_FORMATS: readonly string[] = [
  "[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])",
  "(?:bot)?[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])",
];
const mayHoldBareFormat = (text: string) => text.includes("-us") || text.includes(":AA");

const BEHIND_ESCAPE = new RegExp(`(?:${ESCAPE})$`);
const ESCAPE_CHARACTERS = 18;

const patternOf = (formats: readonly string[], flags: string) =>
  new RegExp(`${WORD_BEGINS}(?:${formats.join("|")})`, flags);

/**
 * One pattern for them all. Each alternative fails within a bounded number of characters, so that a hostile text of any
 * length is read in proportion to it.
 */
export const KNOWN_KEY = patternOf([...FORMATS, ...BARE_FORMATS], "g");
const BARE_KEY = patternOf(BARE_FORMATS, "");
const KEY_HERE = patternOf(FORMATS, "y");

const ASCII = 128;
/** For each pair of characters, 1 where a format begins with it. */
const IS_HEAD = new Uint8Array(ASCII * ASCII);
for (const format of FORMATS)
  for (const head of /^\(\?:([^)]*)\)/.exec(format)?.[1]?.split("|") ?? [format])
    IS_HEAD[head.charCodeAt(0) * ASCII + head.replace("\\", "").charCodeAt(1)] = 1;

/** Whether `KNOWN_KEY` finds anything. */
export function holdsKnownKey(text: string): boolean {
  return holdsLongRun(text) && holdsKeyAmidRuns(text);
}

/**
 * The same of a text that is known to hold a long run. The pattern tries each format at each character; here they are
 * tried only where a word begins as one of them does, which takes a third of the time.
 */
export function holdsKeyAmidRuns(text: string): boolean {
  if (mayHoldBareFormat(text) && BARE_KEY.test(text)) return true;
  let before = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const alphanumeric = IS_ALPHANUMERIC[code] === 1;
    if (
      alphanumeric &&
      isHead(code, text.charCodeAt(at + 1)) &&
      (!before || isEscaped(text, at)) &&
      isKeyAt(text, at)
    )
      return true;
    before = alphanumeric;
  }
  return false;
}

const isHead = (first: number, second: number) => second < ASCII && IS_HEAD[first * ASCII + second] === 1;

/** Whether an escape ends there; most end in none of its letters. */
function isEscaped(text: string, at: number): boolean {
  return BEHIND_ESCAPE.test(text.slice(Math.max(0, at - ESCAPE_CHARACTERS), at));
}

function isKeyAt(text: string, at: number): boolean {
  KEY_HERE.lastIndex = at;
  return KEY_HERE.test(text);
}

const IS_ALPHANUMERIC = Uint8Array.from({ length: ASCII }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The shortest run of letters, digits, `_` and `-` that a known key holds; most sentences have none so long. */
const LONG_RUN = 10;
const IN_RUNS: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\w-]/.test(String.fromCharCode(code)),
);

/**
 * Whether a text holds a run that long. Each covers a multiple of its length, so only those places are looked at, and
 * around them: an event's texts take 0.2 µs, where `/[\w-]{10}/` began anew at every character and took 2.2.
 */
export function holdsLongRun(text: string): boolean {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    if (!isInRun(text, at)) continue;
    let from = at;
    while (from > at - LONG_RUN + 1 && isInRun(text, from - 1)) from -= 1;
    let end = at + 1;
    while (end - from < LONG_RUN && isInRun(text, end)) end += 1;
    if (end - from >= LONG_RUN) return true;
    at = end;
  }
  return false;
}

function isInRun(text: string, at: number): boolean {
  return IN_RUNS[text.charCodeAt(at)] === true;
}
