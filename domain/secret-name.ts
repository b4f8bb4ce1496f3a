import { ownText } from "./own-text";

/** Words that make a name a secret's wherever they stand in it: `userPassword`, `secret_name`, `X-Auth-Token`. */
const ANYWHERE = new Set([
  "password", "passwords", "passwd", "passphrase", "passcode", "pwd", "secret", "secrets", "token", "apikey",
  "authorization", "credential", "credentials", "bearer", "jwt", "cookie", "cookies", "cvv", "cvc",
]); // biome-ignore format: one list
/** Words that do so only at the end: `cardPin`, `basic_auth`, `request_signature`. */
const AT_THE_END = new Set([
  "pass",
  "auth",
  "otp",
  "pin",
  "sig",
  "signature",
  "tokens",
  "session",
  "sessionid",
]);
/** `…_key` is a secret only of these kinds: an idempotency, primary or cache key is none. */
const KEY_KINDS = new Set([
  "api", "access", "secret", "private", "signing", "encryption", "account", "master", "auth", "client", "ssh",
  "stripe", "license", "webhook", "app", "storage", "deploy", "service", "hmac", "session", "subscription",
]); // biome-ignore format: one list
/** Words whose values may be numbers and still are secrets: `pin: 4711`. A number of tokens is none. */
const NUMERIC = new Set([
  "password", "passwd", "passphrase", "passcode", "pwd", "pin", "otp", "cvv", "cvc", "secret",
]); // biome-ignore format: one list

const TELLING_WORDS = [...ANYWHERE, ...AT_THE_END, "key"];
/** The words themselves, but for those that hold another one of them. */
const TELLING = new RegExp(
  TELLING_WORDS.filter((word) => !TELLING_WORDS.some((part) => part !== word && word.includes(part))).join(
    "|",
  ),
  "i",
);

/** Whether a text may hold a secret's name: a name is told by its words, and they stand in it letter by letter. */
export function mayHoldSecretName(text: string): boolean {
  return TELLING.test(text);
}

/** What a name says of its value: nothing, that it is a secret, or that it is one even as a number. */
type Telling = 0 | 1 | 2;

/** The names that a producer uses are few and come again; a flood of new ones empties the memory. */
const REMEMBERED_NAMES = 5_000;
const remembered = new Map<string, Telling>();

/** Whether a value under this name is a secret by the name alone, in whatever way the name is written. */
export function isSecretName(name: string): boolean {
  return tellingOf(name) > 0;
}

/** As `isSecretName`, where the value is a number. */
export function isSecretNumberName(name: string): boolean {
  return tellingOf(name) === 2;
}

function tellingOf(name: string): Telling {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const telling = judge(name);
  if (name.length > 64) return telling;
  if (remembered.size >= REMEMBERED_NAMES) remembered.clear();
  remembered.set(ownText(name), telling);
  return telling;
}

function judge(name: string): Telling {
  const words = wordsOf(name.length > 200 ? name.slice(-200) : name);
  if (!isSecret(words)) return 0;
  return words.some((word) => NUMERIC.has(word)) ? 2 : 1;
}

function isSecret(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (words.some((word) => ANYWHERE.has(word))) return !isCount(words);
  if (words.length > 1 && before === "session" && last === "id") return true;
  if (last === "key" || last === "keys") return KEY_KINDS.has(before);
  return AT_THE_END.has(last) && !isCount(words);
}

/** `accessToken`, `ACCESS_TOKEN` and `access-token` are the words access, token. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** `max_tokens`, `token_count`: a number of them. */
function isCount(words: readonly string[]): boolean {
  const first = words[0] ?? "";
  const last = words.at(-1) ?? "";
  if (last === "tokens")
    return ["max", "min", "total", "prompt", "completion", "input", "output", "num"].includes(first);
  return ["count", "limit", "length", "type", "usage", "budget", "required"].includes(last);
}
