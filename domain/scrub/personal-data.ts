import { isForEverybody } from "../public-address";
import { countHidden, type Scrub } from "./scrub-rules";

export const HIDDEN_EMAIL = "[e-mail]";
export const HIDDEN_CARD = "[card]";

const LOCAL_CHARACTERS = 64;
const LOCAL = /[\p{L}\p{N}._%+'’-]/u;
const DOMAIN = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(\p{L}{2,24})(?![\p{L}\p{N}-])/uy;
/** `handler@main.js:1:2` is a place in a browser's trace. */
const FILE_ENDINGS = new Set([
  "js",
  "mjs",
  "cjs",
  "jsx",
  "ts",
  "tsx",
  "vue",
  "svelte",
  "html",
  "bundle",
  "py",
]);

/** Where a text has e-mail addresses. From each `@` at most 64 characters back are read, and a domain forward. */
export function emailAddressesIn(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text);
    if (!domain || FILE_ENDINGS.has(domain[1]?.toLowerCase() ?? "")) continue;
    const start = localStart(text, at, from);
    if (start === at || text.slice(start, at) === "git") continue;
    from = at + 1 + domain[0].length;
    found.push({ start, end: from });
  }
  return found;
}

/** The text with e-mail addresses replaced, but for those that are meant to be given out. */
export function scrubEmailAddresses(text: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of emailAddressesIn(text)) {
    if (isForEverybody(text.slice(start, end))) continue;
    kept += text.slice(from, start) + HIDDEN_EMAIL;
    from = end;
    countHidden(scrub, "email_address");
  }
  return from === 0 ? text : kept + text.slice(from);
}

function localStart(text: string, at: number, from: number): number {
  const limit = Math.max(from, at - LOCAL_CHARACTERS);
  if (text[at - 1] === '"') return quotedStart(text, at, limit);
  let start = at;
  while (start > limit && LOCAL.test(text[start - 1] ?? "")) start -= 1;
  // Quotation marks and dots before an address are the sentence's.
  while (start < at && /['’.]/.test(text[start] ?? "")) start += 1;
  // And of an escaped line end, the letter is.
  return text[start - 1] === "\\" && /[nrt]/.test(text[start] ?? "") ? start + 1 : start;
}

/** `"Jane Doe"@shop.example`, in quotation marks that may be escaped. */
function quotedStart(text: string, at: number, limit: number): number {
  let escapes = 0;
  while (text[at - 2 - escapes] === "\\") escapes += 1;
  const mark = text.slice(at - 1 - escapes, at);
  const start = text.lastIndexOf(mark, at - 1 - escapes - mark.length);
  if (start < limit || start < 0 || /[\r\n]/.test(text.slice(start, at))) return at;
  return start + mark.length < at - mark.length ? start : at;
}

const MAY_BE_CARD = /\d(?:[ -]?\d){12}/;
/** Whether a text holds so many digits in a row as a card's number has. */
export const mayHoldCard = (text: string): boolean => MAY_BE_CARD.test(text);

const CANDIDATE = /\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)/g;
/** Before a number that is a part of something longer, such as an id. */
const GOES_ON = /[\w.-]/;
const GROUPED = /^(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/;
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|5\d\d|4[4-9]\d)\d{12,15})$/;
const SAID = /(?:card|visa|amex|maestro|discover|\bpan|\bcc)[^\d\n]{0,40}$/i;
const SAID_CHARACTERS = 60;

/** Whether the words before a place say that a card's number comes: a placeholder is none of them, and speaks for itself. */
function isSaidBefore(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - SAID_CHARACTERS), at);
  const hidden = before.lastIndexOf(HIDDEN_CARD);
  return SAID.test(hidden < 0 ? before : before.slice(hidden + HIDDEN_CARD.length));
}

/** Whether a name says that what it names is a card's number: `cardNumber`, `pan`, `cc_number`. */
export const saysCard = (name: string): boolean => /card|^pan$|^cc_?num/i.test(name);

/**
 * The text with card numbers replaced: check digit and issuer must fit, and the number be grouped as on a card, or said
 * to be one (`said`, or by the words before it), or plain with sixteen digits where `card_numbers` is `all`.
 */
export function scrubCardNumbers(text: string, scrub: Scrub, said: boolean): string {
  return text.replace(CANDIDATE, (number: string, at: number) => {
    if (GOES_ON.test(text[at - 1] ?? "")) return number;
    if (!isCard(number, () => said || isSaidBefore(text, at), scrub)) return number;
    countHidden(scrub, "card_number");
    return HIDDEN_CARD;
  });
}

/** Whether digits, perhaps grouped, are a card's number under these rules. */
export function isCard(number: string, said: () => boolean, scrub: Scrub): boolean {
  const digits = number.replace(/[ -]/g, "");
  if (!ISSUED.test(digits) || !isChecked(digits)) return false;
  if (digits.length !== number.length) return GROUPED.test(number);
  return (scrub.rules?.card_numbers === "all" && digits.length === 16) || said();
}

/** The check digit of ISO/IEC 7812 (Luhn). */
function isChecked(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
