import { EVENT_TEXT_BYTES } from "../event-body";
import { stringifyJson } from "../json";
import { cutToBytes } from "../text";
import type { Body, LintFacts } from "./facts";
import { finding, type LintFinding } from "./finding";
import { isPlaceholder } from "./placeholders";

const LONG_CHARACTERS = 1_000;

/** Names of exceptions, systems' own errors and addresses: words that a library chose, or a machine. */
const INTERNAL: readonly RegExp[] = [
  /^\s*Error\b/,
  /\b[A-Z]\w*(?:Error|Exception)\b/,
  /\b(?:[a-z]\w*\.){2,}[A-Z]\w*/,
  /\b(?:ECONN\w+|ETIMEDOUT|ENOTFOUND|ENOENT|EACCES|EPIPE|EHOSTUNREACH|EAI_AGAIN|SQLSTATE|errno)\b/i,
  /\bCannot read propert|\bis not a function\b|\bis not defined\b|\bNoneType\b|\bnull pointer\b|\bnil pointer\b/i,
  /\bError executing tool\b|\bTraceback\b|\bstack trace\b|\bcore dumped\b|\bsegmentation fault\b/i,
  /\b(?:HTTP|status(?: code)?:?) ?[45]\d\d\b|\[object Object\]|\b0x[0-9a-f]{6,}\b/i,
  /\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}\b|\bsocket hang up\b|\bdeadlock detected\b|\bconnection pool\b/i,
];

const NOTHING_SAID: ReadonlySet<string> = new Set([
  "error", "an error occurred", "an unexpected error occurred", "something went wrong", "failed", "failure", "unknown",
  "internal error", "internal server error", "unknown error", "unexpected error", "bad request", "not found",
  "invalid input", "invalid request", "invalid arguments", "forbidden", "unauthorized", "request failed", "tool failed",
  "tool call failed", "operation failed", "null", "undefined", "none", "object object",
]); // biome-ignore format: one list

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether a message is a library's wording, or no more than that it failed: then it is better said anew. */
export function isPoorMessage(message: string, code: string): boolean {
  const isPoor = isInternal(message) || saysNothingOf(message, code) || MASKED.test(message);
  return isPoor || message.length > LONG_CHARACTERS;
}

/** What is left of words that were made for the log. */
const MASKED = /\[(?:trace|path|sql)\]/;

const isInternal = (message: string) => {
  const part = message.slice(0, LONG_CHARACTERS);
  return INTERNAL.some((pattern) => pattern.test(part));
};

function saysNothingOf(message: string, code: string): boolean {
  const said = plain(message.slice(0, LONG_CHARACTERS));
  return NOTHING_SAID.has(said) || said === plain(code) || !said.includes(" ");
}

/** What is wrong with the words of the message. */
export function messageFindings({ body: { message }, code }: LintFacts): LintFinding[] {
  if (typeof message !== "string" || message.trim() === "" || isPlaceholder(message)) return [];
  const at = ["message"];
  if (isInternal(message)) return [finding("message_internal", at), ...longFindings(message)];
  if (saysNothingOf(message, code.code)) return [finding("message_says_nothing", at)];
  return longFindings(message);
}

const longFindings = (message: string) =>
  message.length > LONG_CHARACTERS ? [finding("message_long", ["message"])] : [];

/** What is cut when it is stored, and the sentence for the user. */
export function sizeFindings(body: Body): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [field, most] of Object.entries(EVENT_TEXT_BYTES)) {
    const text = body[field];
    if (typeof text !== "string" || !cutToBytes(text, most).cut) continue;
    const kib = most / 1024;
    found.push(
      finding("message_cut", [field], {
        why: `The field ${field} is longer than ${kib} KiB, and is cut there.`,
      }),
    );
  }
  const { user_message, reference } = body;
  if (typeof user_message === "string" && typeof reference === "string" && !user_message.includes(reference))
    found.push(finding("user_message_without_reference", ["user_message"]));
  return found;
}

/** A value that is refused and permitted at once. */
export function correctionFindings({ received, permitted }: Body): LintFinding[] {
  if (received === undefined || received === null || !Array.isArray(permitted)) return [];
  const text = stringifyJson(received);
  return permitted.some((one) => stringifyJson(one) === text)
    ? [finding("received_is_permitted", ["received"])]
    : [];
}
