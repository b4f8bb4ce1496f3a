import { applyRule, HIDDEN, type Rule } from "./pattern-rule";
import { countHidden, type Scrub } from "./scrub-rules";
import { looksRandom } from "./secret-likeness";

/** Hyphens, and the dashes that programs for writing make of them. */
const DASHES = "[-\u2010-\u2015]{2,10}";
/** Blanks of every kind, also as they are escaped in addresses, markup and JSON. */
const BLANK = "(?:\\s|%20|%C2%A0|%A0|\\+|&nbsp;|&#160;|&#xa0;|\\\\u00(?:a0|20)|\\\\x(?:a0|20))";
const WORDS = `(?:${BLANK}|[A-Z0-9]){0,48}?`;
const NAMED = `${WORDS}PRIVATE${BLANK}{1,4}KEY(?:${BLANK}{1,4}BLOCK)?${BLANK}{0,4}${DASHES}`;
const HEAD = new RegExp(`${DASHES}${BLANK}{0,4}BEGIN${BLANK}${NAMED}`, "gi");
const FOOT = new RegExp(`${DASHES}${BLANK}{0,4}END(?:${BLANK}|[A-Z0-9]){0,48}${DASHES}`, "gi");
const FOOT_OF_PRIVATE = new RegExp(`${DASHES}${BLANK}{0,4}END${BLANK}${NAMED}`, "gi");

/** Whether a text may hold a private key, whole or in part. */
export function mayHoldPrivateKey(text: string): boolean {
  return /private/i.test(text) && /(?:begin|end)\W|private-lines/i.test(text);
}

/** PuTTY's files: the lines of the private part, and what proves them. */
const PUTTY: Rule = {
  kind: "private_key",
  pattern:
    /(Private-Lines:\s{0,4}\d{1,4}(?:\s|\\+[nrt]){1,8})[A-Za-z0-9+/]{16,200}={0,2}(?:\s|\\+[nrt]){0,8}(?:(?!Private-)[A-Za-z0-9+/]{1,200}={0,2}(?:\s|\\+[nrt]){0,8}){0,400}(Private-(?:MAC|Hash):\s{0,4}[0-9A-Za-z]{1,200})?/gi,
  replace: (_, head = "") => head + HIDDEN,
};

/** Hides private keys as they are written to files: whole, without their end, and without their head. */
export function scrubPrivateKeys(text: string, scrub: Scrub): string {
  return scrubHeadless(scrubWhole(applyRule(PUTTY, text, scrub), scrub), scrub);
}

function scrubWhole(text: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  HEAD.lastIndex = 0;
  for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
    FOOT.lastIndex = HEAD.lastIndex;
    const end = FOOT.test(text) ? FOOT.lastIndex : text.length;
    kept += text.slice(from, head.index) + HIDDEN;
    from = HEAD.lastIndex = end;
    countHidden(scrub, "private_key");
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** What is left of a key whose head was cut off, up to its last line. */
function scrubHeadless(text: string, scrub: Scrub): string {
  let kept = "";
  let from = 0;
  FOOT_OF_PRIVATE.lastIndex = 0;
  for (let foot = FOOT_OF_PRIVATE.exec(text); foot !== null; foot = FOOT_OF_PRIVATE.exec(text)) {
    const start = linesBefore(text, from, foot.index);
    if (start < foot.index) {
      kept += text.slice(from, start) + HIDDEN;
      from = FOOT_OF_PRIVATE.lastIndex;
      countHidden(scrub, "private_key");
    } else {
      kept += text.slice(from, FOOT_OF_PRIVATE.lastIndex);
      from = FOOT_OF_PRIVATE.lastIndex;
    }
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** A private key has at most some 13,000 characters. */
const KEY_CHARACTERS = 16 * 1024;
const LINE_LEAST = 32;
/** Between two lines stands what logs, code and quotations put before each; one line may be as no other is. */
const BETWEEN_MOST = 200;
/** An escaped line end is no part of a line. */
const RUN = /\\+[nrt]|[A-Za-z0-9+/]{4,}={0,2}/g;
const NOTHING_BETWEEN = /^(?:\s|\\+[nrt]|["'`,|>.…+-])*$/;

/** Where the lines in base64 begin that lead to the foot at `end`; `end` itself where none does. */
function linesBefore(text: string, from: number, end: number): number {
  const first = Math.max(from, end - KEY_CHARACTERS);
  const before = text.slice(first, end);
  let start = before.length;
  for (const { 0: run, index } of [...before.matchAll(RUN)].reverse()) {
    if (run.startsWith("\\")) continue;
    const between = before.slice(index + run.length, start);
    if (between.length > BETWEEN_MOST) break;
    const touches = NOTHING_BETWEEN.test(between);
    const isLine = run.length >= LINE_LEAST || (touches && (run.length >= 16 || run.endsWith("=")));
    if (isLine ? looksRandom(run) || run.endsWith("=") : touches && looksRandom(run)) start = index;
  }
  return first + start;
}
