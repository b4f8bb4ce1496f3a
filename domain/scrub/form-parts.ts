import { HIDDEN } from "./pattern-rule";
import { countHidden, type Scrub } from "./scrub-rules";
import { isSecretOf } from "./secret-parameter";

/** `Content-Disposition: form-data; name="password"`, a blank line, and the value up to the next part. */
const NAMED = /(form-data;[^\r\n"']{0,100}?)?\bname=\\*["']?([^"'\r\n;\\]{1,100})\\{0,4}["']?/gi;
/** Line ends may be escaped, in a text within a text. */
const BLANK_LINE = /(?:\r?\n){2}|(?:(?:\\{1,4}r)?\\{1,4}n){2}/;
const HEADERS_CHARACTERS = 600;
const PART_ENDS = /(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)--|\r?\n\r?\n|$/g;

/** Hides the values of a form's parts that their names give away. */
export function scrubFormParts(text: string, scrub: Scrub): string {
  if (!text.includes("name=") || !BLANK_LINE.test(text)) return text;
  let kept = "";
  let from = 0;
  NAMED.lastIndex = 0;
  for (let part = NAMED.exec(text); part !== null; part = NAMED.exec(text)) {
    const headers = text.slice(NAMED.lastIndex, NAMED.lastIndex + HEADERS_CHARACTERS);
    const blank = BLANK_LINE.exec(headers);
    // Without its disposition it is one where the blank line follows at once.
    if (blank === null || (part[1] === undefined && blank.index > 0)) continue;
    const start = NAMED.lastIndex + blank.index + blank[0].length;
    PART_ENDS.lastIndex = start;
    const end = PART_ENDS.exec(text)?.index ?? text.length;
    const value = text.slice(start, end);
    if (value.trim() === "" || value === HIDDEN || !isSecretOf(part[2] ?? "", value)) continue;
    kept += text.slice(from, start) + HIDDEN;
    from = NAMED.lastIndex = end;
    countHidden(scrub, "named_value");
  }
  return from === 0 ? text : kept + text.slice(from);
}
