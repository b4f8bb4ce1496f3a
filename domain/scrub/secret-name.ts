import { ownText } from "../own-text";
import { withoutUnseen } from "./scrub-decoded";

/** Words that make a name a secret's wherever they stand in it: `userPassword`, `secret_key_base`, `X-Auth-Token`. */
const ANYWHERE = new Set([
  "password", "passwords", "passwd", "passphrase", "passcode", "pwd", "pw", "psw", "secret", "secrets", "token", "apikey",
  "authorization", "credential", "credentials", "bearer", "jwt", "cookie", "cookies", "cvv", "cvc",
  "passwort", "kennwort", "motdepasse", "passe", "contrasena", "senha", "wachtwoord",
]); // biome-ignore format: one list
/** Words that do so only at the end: `cardPin`, `basic_auth`. */
const AT_THE_END = new Set(["pass", "auth", "otp", "totp", "pin", "tokens"]);
/** `otp_code: 123456`: the words before it say whether it is one; `code` alone never does. */
const CODES = new Set(["otp", "totp", "pin"]);
/** `…_key` is a secret only of these kinds: an idempotency, primary or cache key is none. */
const KEY_KINDS = new Set([
  "api", "access", "secret", "private", "signing", "encryption", "master", "auth", "ssh", "hmac", "webhook", "fernet",
]); // biome-ignore format: one list
/** Words that name a secret or something plain, `session: closed`: the value has to look like a secret as well. */
const DOUBTFUL = new Set([
  "session", "sessions", "sessionid", "sessid", "sid", "sig", "signature", "csrf", "xsrf", "creds", "githubpat", "gitlabpat",
]); // biome-ignore format: one list
/** The same of keys: `service_key: billing`, and whose the key is: `OPENAI_KEY`. */
const DOUBTFUL_KEYS = new Set([
  "account", "client", "stripe", "license", "app", "application", "storage", "deploy", "service", "session", "subscription",
  "role", "admin", "anon", "openai", "anthropic", "gemini", "mistral", "groq", "cohere", "sendgrid", "mailgun", "twilio",
  "github", "gitlab", "aws", "azure", "gcp", "google", "algolia", "datadog", "sentry", "supabase", "firebase", "cloudflare",
]); // biome-ignore format: one list
/** Words whose values may be numbers and still are secrets: `pin: 4711`. A number of tokens is none. */
const NUMERIC = new Set([
  "password", "passwd", "passphrase", "passcode", "pwd", "pw", "psw", "pin", "otp", "totp", "cvv", "cvc", "secret",
  "passwort", "kennwort",
]); // biome-ignore format: one list
/** What is said of a secret and is none: `token_expires_at`, `password_policy`, `secret_name`, `api_key_id`. */
const ABOUT = new Set([
  "count", "limit", "length", "type", "usage", "budget", "required", "at", "in", "on", "by", "expires", "expiry", "expiration",
  "expired", "ttl", "age", "status", "state", "enabled", "disabled", "valid", "policy", "strategy", "url", "uri", "endpoint",
  "path", "file", "filename", "dir", "domain", "issuer", "audience", "scope", "scopes", "provider", "algorithm", "format",
  "version", "method", "id", "ids", "name", "names", "arn", "error", "errors", "field", "placeholder", "size", "index",
]); // biome-ignore format: one list
/** A token of these is a place in a list, or a piece of a model's or a parser's language. */
const PLACES = new Set([
  "page", "next", "sync", "continuation", "cursor", "pagination", "cancellation", "scroll", "stop", "start", "end",
  "eos", "bos", "pad", "unk", "sep", "unexpected",
]); // biome-ignore format: one list
/** Which of several, or how it is written: `API_KEY_PROD`, `private_key_pem`. */
const WHICH = new Set([
  "prod", "production", "dev", "development", "staging", "test", "live", "old", "new", "current", "previous", "backup",
  "primary", "secondary", "default", "pem", "base64", "encoded", "raw", "hex", "value",
]); // biome-ignore format: one list

/** Written as one word: `clientsecret`, `PGPASSWORD`, `DBPASS`, but not `bypass` nor `compass`. */
const JOINED =
  /^(?:[a-z]+(?:password|passwd|passphrase|passwort|secret)|[a-z]*apikey[a-z]*|[a-z]*(?:secret|private|access|signing|encryption|master)key|(?:db|pg|my|mysql|user|root|admin|smtp|ftp|ssh|http|ldap|redis|key|store|bind)pass)$/;
const JOINED_TOKEN =
  /^(?:access|refresh|auth|bearer|id|csrf|xsrf|session|api|user|security|device|bot|reset|login|personal|x)token$/;
const JOINED_SESSION = /sess(?:ion)?id$/;

const TELLING_WORDS = [...ANYWHERE, ...AT_THE_END, ...DOUBTFUL, "sess", "key", "contrase"];
/** The words themselves, but for those that hold another one of them. */
const TELLING = new RegExp(
  TELLING_WORDS.filter(
    (word) => !TELLING_WORDS.some((part) => part !== word && part !== "passe" && word.includes(part)),
  )
    .concat("[_.-]pat(?![a-z])", "(?:hub|lab|ops|access|user|deploy|jira|bot)pat(?![a-z])")
    .join("|"),
  "i",
);

/** Whether a text may hold a secret's name: a name is told by its words, and they stand in it letter by letter. */
export function mayHoldSecretName(text: string): boolean {
  return TELLING.test(text);
}

/** What a name says of its value: nothing, that it is a secret, also as a number, or only where it looks like one. */
export type Telling = "nothing" | "secret" | "number" | "doubtful";

/** The names that a producer uses are few and come again; a flood of new ones empties the memory. */
const REMEMBERED_NAMES = 5_000;
const remembered = new Map<string, Telling>();

/** Whether a value under this name may be a secret by the name, in whatever way the name is written. */
export function isSecretName(name: string): boolean {
  return tellingOf(name) !== "nothing";
}

/** As `isSecretName`, where the value is a number. */
export function isSecretNumberName(name: string): boolean {
  return tellingOf(name) === "number";
}

/** Whether the name alone does not say it: `session: closed` is none, and `session=8fk2…` is. */
export function isDoubtfulName(name: string): boolean {
  return tellingOf(name) === "doubtful";
}

/** What a name says, in whatever way it is written. */
export function tellingOf(name: string): Telling {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const telling = judge(wordsOf(name.length > 200 ? name.slice(-200) : name));
  if (name.length > 64) return telling;
  if (remembered.size >= REMEMBERED_NAMES) remembered.clear();
  remembered.set(ownText(name), telling);
  return telling;
}

function judge(words: readonly string[]): Telling {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (last === "id" && before === "session") return "doubtful";
  if (last === "id" && before === "secret") return "secret";
  if (last === "code" && CODES.has(before)) return "number";
  if (ABOUT.has(last) || isPlaceOrCount(words)) return "nothing";
  if (words.some((word) => ANYWHERE.has(word) || JOINED.test(word) || JOINED_TOKEN.test(word)))
    return words.some(isNumeric) ? "number" : "secret";
  return judgeEnd(words);
}

const isNumeric = (word: string) =>
  NUMERIC.has(word) || /(?:password|passwd|passphrase|secret|pass)$/.test(word);

/** By the last word, but for what says which of several it is. */
function judgeEnd(words: readonly string[]): Telling {
  let end = words.length;
  while (end > 1 && WHICH.has(words[end - 1] ?? "")) end -= 1;
  const last = words[end - 1] ?? "";
  const before = words[end - 2] ?? "";
  if (last === "key" || last === "keys") {
    if (KEY_KINDS.has(before)) return "secret";
    return DOUBTFUL_KEYS.has(before) ? "doubtful" : "nothing";
  }
  if (AT_THE_END.has(last)) return isNumeric(last) ? "number" : "secret";
  // A personal access token, `GITHUB_PAT`; alone it is a pattern.
  if (last === "pat" && before !== "") return "doubtful";
  return DOUBTFUL.has(last) || JOINED_SESSION.test(last) ? "doubtful" : "nothing";
}

/** `accessToken`, `ACCESS_TOKEN`, `access-token` and `access_token_2` are the words access, token. */
function wordsOf(name: string): string[] {
  return plainLetters(name)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/(?<![a-z])pass[^a-z0-9](?=(?:words?|phrase|code)(?![a-z]))/g, "pass")
    .split(/[^a-z0-9]+/)
    .map((word) => (word === "base64" ? word : word.replace(/\d{1,20}$/, "")))
    .filter((word) => word !== "");
}

/** `contraseña` without what stands above its letters, in full width as in plain, and without what is not seen. */
function plainLetters(name: string): string {
  return /[^ -~]/.test(name)
    ? withoutUnseen(name)
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
    : name;
}

/** `next_page_token`, `max_tokens`: a place, or a number of them. */
function isPlaceOrCount(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  if (last === "token" && words.some((word) => PLACES.has(word))) return true;
  if (/^(?:next|page|sync|nextpage|continuation|cancellation)+token$/.test(last)) return true;
  const first = words[0] ?? "";
  if (last !== "tokens") return false;
  return ["max", "min", "total", "prompt", "completion", "input", "output", "num"].includes(first);
}
