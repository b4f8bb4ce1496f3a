import type { Scrub } from "./scrub-rules";
import type { ScrubWritten } from "./scrub-shown";

/** What nobody sees: soft hyphens, blanks of no width, marks of direction and of variants. */
const UNSEEN =
  "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufe00-\\ufe0f\\ufeff";
/** ASCII in full width, and quotation marks of print; an apostrophe alone is none. */
const PRINTED = "\\uff01-\\uff5e\\u201c-\\u201f\\u2018\\u00ab\\u00bb";
const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN}]`, "g");
const DISGUISED = new RegExp(`[${UNSEEN}${PRINTED}]`);
/** Escaped characters of an address, of JSON and JavaScript, and of markup. */
const WRITTEN =
  /%E2%80%8[B-F]|%C2%AD|%[0-9A-Fa-f]{2}|\\u(?:00[0-9A-Fa-f]{2}|200[b-fB-F]|2060|[fF][eE][fF]{2})|\\x[2-7][0-9A-Fa-f]|\\\/|&(?:#(?:\d{1,5}|x[0-9A-Fa-f]{1,4})|shy|quot|apos|amp|lt|gt|commat|colon|equals);/;
const ESCAPED = new RegExp(`${WRITTEN.source}|${DISGUISED.source}`);
const EACH_ESCAPED = new RegExp(`${WRITTEN.source}|[${UNSEEN}${PRINTED}\\u2019]`, "g");
/** In addresses nothing is blank; other escapes may stand apart in a line. */
const LINE = /[^\r\n]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"', apos: "'", amp: "&", lt: "<", gt: ">", commat: "@", colon: ":", equals: "=", shy: "",
}; // biome-ignore format: one list
/** Twice percent-encoded is usual within an address within an address; more often is not. */
const LEVELS = 3;
/** What is hidden may lay bare something else that is escaped; so often, and no oftener, is it read again. */
const ROUNDS = 6;

/** Whether a text may hold something escaped. */
export function mayHoldEscaped(text: string): boolean {
  return (
    ((text.includes("%") || text.includes("\\") || text.includes("&")) && WRITTEN.test(text)) ||
    DISGUISED.test(text)
  );
}

/** A text without the characters that nobody sees. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN_CHARACTER, "");

/**
 * A text as it may be stored, judged by what its escapes stand for as well: a line in which they hid something gives
 * them up, and any other stays as it is written.
 */
export function scrubDecoded(text: string, scrub: Scrub, scrubWritten: ScrubWritten): string {
  const left = scrubWritten(text, scrub);
  if (!mayHoldEscaped(left)) return left;
  return left.replace(LINE, (line) => scrubLine(line, scrub, scrubWritten));
}

function scrubLine(line: string, scrub: Scrub, scrubWritten: ScrubWritten, round = 1): string {
  let read = line;
  for (let level = 0; level < LEVELS && ESCAPED.test(read); level += 1) {
    read = decoded(read);
    const clean = scrubWritten(read, scrub);
    if (clean !== read) return round < ROUNDS ? scrubLine(clean, scrub, scrubWritten, round + 1) : clean;
  }
  return line;
}

function decoded(text: string): string {
  return text.replace(EACH_ESCAPED, (written) => {
    if (written === "\\/") return "/";
    if (written.length === 1) return plainOf(written);
    if (written.length > 3 && written.startsWith("%")) return "";
    if (written.startsWith("%")) return characterOf(written.slice(1), written);
    if (written.startsWith("\\")) return characterOf(written.slice(2), written);
    const name = written.slice(1, -1);
    if (!name.startsWith("#")) return ENTITIES[name] ?? written;
    return characterOf(name.startsWith("#x") ? name.slice(2) : Number(name.slice(1)).toString(16), written);
  });
}

/** Only what can be seen, and the blank, is read, and what is not seen is left out; an escaped line end does not end the line. */
function characterOf(hex: string, written: string): string {
  const code = Number.parseInt(hex, 16);
  if (code > 127 && withoutUnseen(String.fromCharCode(code)) === "") return "";
  return code >= 32 && code < 127 ? String.fromCharCode(code) : code === 10 || code === 13 ? " " : written;
}

/** What a character stands for that is not seen, or is printed otherwise. */
function plainOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (character === "\u2018" || character === "\u2019") return "'";
  return /[\u201c-\u201f\u00ab\u00bb]/.test(character) ? '"' : "";
}
