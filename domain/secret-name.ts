/** Words that make a name a secret's wherever they stand in it: `userPassword`, `secret_name`, `X-Auth-Token`. */
const ANYWHERE = new Set([
  "password", "passwords", "passwd", "passphrase", "passcode", "pwd", "secret", "secrets", "token", "apikey",
  "authorization", "credential", "credentials", "bearer", "jwt", "cookie", "cookies", "cvv", "cvc",
]); // biome-ignore format: one list
/** Words that do so only at the end: `cardPin`, `basic_auth`, `request_signature`. */
const AT_THE_END = new Set(["auth", "otp", "pin", "sig", "signature", "tokens", "session", "sessionid"]);
/** `…_key` is a secret only of these kinds: an idempotency, primary or cache key is none. */
const KEY_KINDS = new Set([
  "api", "access", "secret", "private", "signing", "encryption", "account", "master", "auth", "client", "ssh",
  "stripe", "license", "webhook", "app", "storage", "deploy", "service", "hmac", "session",
]); // biome-ignore format: one list

/** Whether a value under this name is a secret by the name alone, in whatever way the name is written. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
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
  return ["count", "limit", "length", "type", "usage", "budget"].includes(last);
}
