import { applyRule, HIDDEN, type Rule, WORD_BEGINS } from "./pattern-rule";
import type { Scrub } from "./scrub-rules";
import { isHexadecimal, isProse, isSentence, looksRandom } from "./secret-likeness";
import { isSecretOf } from "./secret-parameter";

/** Secrets that sentences, statements and command lines say, without a mark between name and value. */

const PASSWORD = "password|passwd|pwd|passwort|passphrase|passcode";
const KEY = "api[ _-]?key|access[ _-]?key|secret[ _-]?key|client[ _-]?secret";
const JOINT =
  "(?:\\s(?:is|was|of|to|with|used|given|provided|supplied|entered|received|set|changed|value|key)){0,2}\\s?:?\\s{1,4}";

/** `invalid password '…'`, `ALTER ROLE bob PASSWORD '…'` */
const QUOTED: Rule = {
  kind: "named_value",
  pattern: new RegExp(
    `${WORD_BEGINS}((${PASSWORD}|pin|secret|token|${KEY})${JOINT}(["'\`]))([^"'\`\\n]{3,200})(?=\\3)`,
    "gi",
  ),
  replace: (match, head, name, _, value) => {
    if (isProse(value) || isSentence(value) || value.includes(HIDDEN)) return match;
    return isPassword(name) || looksRandom(value) ? `${head}${HIDDEN}` : match;
  },
};
/** `The password is …`, `Incorrect API key provided: …` */
const BARE: Rule = {
  kind: "named_value",
  pattern: new RegExp(
    `${WORD_BEGINS}((${PASSWORD}|secret|token|${KEY})(${JOINT}))([^\\s"'\`,;()\\\\]{8,200})`,
    "gi",
  ),
  replace: (match, head, name, joint, value) => {
    const plain = value.replace(/[.!?:]{1,3}$/, "");
    if (!looksRandom(plain) || plain.includes("=") || value.includes(HIDDEN)) return match;
    const said = isPassword(name) || joint.trim() !== "";
    return said || (plain.length >= 16 && !isHexadecimal(plain)) ? `${head}${HIDDEN}` : match;
  },
};
const isPassword = (name: string) => /^pass|^pwd$/i.test(name);

/** `The password is …` of a password that people make up, of which much is said as well: `is weak`, `was reset`. */
const MADE_UP: Rule = {
  kind: "named_value",
  pattern: new RegExp(
    `${WORD_BEGINS}((?:${PASSWORD}|pin)(?:\\s(?:is|was|set\\sto|changed\\sto|used)|\\sis\\snow)\\s?:?\\s{1,4})([^\\s"'\`,;()\\\\]{4,200})(?=([^\\n]{0,12}))`,
    "gi",
  ),
  replace: (match, head, value, behind) => (isMadeUp(value, behind) ? `${head}${HIDDEN}` : match),
};
/** What a sentence says of a password, mostly, by how the word ends; and what it says of it though it ends otherwise. */
const SAYS =
  /(?:ed|ing|able|ible|ent|ant|al|ive|ful|less|ic|ly|ous|ary|ory|ate|ete|est|en|er)$|^(?:weak|short|strong|secret|same|plain|safe|secure|good|simple|easy|fine|right|case|stale|obsolete|okay|what|when|where|whose|something|nothing|part|most|more|less|least|into|here|there|sent|about|yours?|theirs?|mine|ours|just|still|also|always|often|quite|both|kept|known|held|reset|hash|text|base64|plaintext|unset|null|none|stored|long|blank)$/i;
const ALGORITHM = /md5|sha-?\d{1,3}|base64|bcrypt|argon2\w{0,2}|pbkdf2|utf-?8|aes-?\d{0,3}/gi;

function isMadeUp(value: string, behind: string): boolean {
  const plain = value.replace(/[.!?:]{1,3}$/, "").replace(ALGORITHM, "");
  if (plain.length < 4 || isProse(plain) || value.includes(HIDDEN) || plain.includes("://")) return false;
  if (/^\d+$/.test(plain)) return plain.length <= 12;
  if (/\d|[@$%^&*+=~#]/.test(plain))
    return !/^(?:\d+(?:-?[a-z]{1,10})?|\d[\d.:TZ+-]*)$/i.test(plain) && !plain.includes("=");
  // A word: where the sentence, or what it says of the password, ends with it.
  return (
    /^[a-z]{5,30}$/.test(plain) &&
    !SAYS.test(plain) &&
    /^(?:[.!?]?(?:$|["'\s]*$)|\s(?:for|on|at)\s)/.test(value.slice(plain.length) + behind)
  );
}

const IDENTIFIED: Rule = {
  kind: "named_value",
  pattern:
    /((?:\b|(?<=\\[nrt]))identified\s{1,4}(?:with\s{1,4}\S{1,60}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?["'])([^"'\n]{1,200})/gi,
  replace: (match, head, value) => (value === HIDDEN ? match : `${head}${HIDDEN}`),
};

/** `machine api.example login bob password …` */
const NETRC: Rule = {
  kind: "named_value",
  pattern: /(\blogin\s{1,20}\S{1,100}\s{1,20}password\s{1,20})(\S{3,200})/gi,
  replace: (match, head, value) => (isProse(value) || value.startsWith(HIDDEN) ? match : `${head}${HIDDEN}`),
};

/** `curl -u bob:…`; a user's and a group's number is none. */
const CURL: Rule = {
  kind: "named_value",
  pattern:
    /((?<![\w-])(?:-u|--user|--proxy-user)(?:\s{1,4}|=|["'],\s{0,4})\\*["']?[^\s:"'\\]{1,64}:)([^\s"'\\]{2,})/g,
  replace: (match, head, value) =>
    value.startsWith(HIDDEN) || /^\d{1,6}$/.test(value) ? match : `${head}${HIDDEN}`,
};
/** `mysql -p…`, `sshpass -p …`, `redis-cli -a …`: a tool, and its flag on the same line. */
const TOOL: Rule = {
  kind: "named_value",
  pattern:
    /((?:\b|(?<=\\[nrt]))(?:(?:mysql\w{0,10}|mariadb[\w-]{0,10})\b[^\n|;]{0,120}?[\s"']-p["']?|(?:sshpass|redis-cli|(?:docker|podman)\s{1,4}login)\b[^\n|;]{0,120}?\s-[pa]\s{0,4}["']?))([^\s"'\\]{3,})/gi,
  replace: (match, head, value) =>
    value.startsWith(HIDDEN) || /^(?:\d{1,5}|[/-].*)$/.test(value) ? match : `${head}${HIDDEN}`,
};
/** `ENV PASSWORD …` of a Dockerfile, `setenv PASSWORD …`, `set -x PASSWORD …`, `export PASSWORD …`; names in capitals. */
const ENVIRONMENT: Rule = {
  kind: "named_value",
  pattern:
    /((?:(?<![\w.-])|(?<=\\[nrt]))(?:ENV|setenv|set|export)\s{1,4}(?:-\w{1,4}\s{1,4}){0,2}([A-Z][A-Z0-9_]{0,99})\s{1,4}\\*["']?)([^\s"'\\=;|&][^\s"'\\]{2,})/g,
  replace: (match, head, name = "", value = "") =>
    value.startsWith(HIDDEN) || isProse(value) || !isSecretOf(name, value) ? match : `${head}${HIDDEN}`,
};
const TOOLS = /curl|mysql|mariadb|sshpass|redis-cli|docker|podman/i;

/** Hides what command lines give to the tools that are known to take a password so. */
export function scrubCommands(text: string, scrub: Scrub): string {
  if (!text.includes("-") || !TOOLS.test(text)) return text;
  return applyRule(TOOL, applyRule(CURL, text, scrub), scrub);
}

/** Hides what sentences and statements say; the text holds a secret's name. */
export function scrubSaid(text: string, scrub: Scrub): string {
  const left = applyRule(MADE_UP, applyRule(BARE, applyRule(QUOTED, text, scrub), scrub), scrub);
  const set = /ENV|set|export/.test(left) ? applyRule(ENVIRONMENT, left, scrub) : left;
  return /\blogin\s/i.test(set) ? applyRule(NETRC, set, scrub) : set;
}

/** `IDENTIFIED BY '…'` says no name. */
export function scrubStatements(text: string, scrub: Scrub): string {
  return /identified\s/i.test(text) ? applyRule(IDENTIFIED, text, scrub) : text;
}
