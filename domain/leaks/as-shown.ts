import type { Span } from "./leak";

/** A text as its reader would see it, and where in the text as it was written a part of that stands. */
export type Shown = { text: string; written: (part: Span) => Span };

const ESCAPE = String.raw`\u001b|\\{1,16}(?:u001[bB]|x1[bB]|033|e)|\^\[|\u241b`;
const NO_WIDTH = String.raw`\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\ufe00-\ufe0f`;

/** What is written otherwise than it is shown. */
const WRITTEN = new RegExp(
  [
    // Control sequences of terminals, also with their escape character spelt out or lost; overstruck characters
    String.raw`(?:${ESCAPE})(?:\[[0-9;:?<=>]{0,40}[ -/]{0,4}[@-~]|[()][0-~]|[=>78cDEHMZ])`,
    String.raw`\u009b[0-9;:?<=>]{0,40}[@-~]|\[\d{1,3}(?:;\d{1,3}){0,8}m|[^\n\u0008\u001b]\u0008`,
    // Escapes of JSON and of programs, however often escaped
    String.raw`\\{1,16}(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[nrt"'/])`,
    // Entities and tags of HTML; blanks, line ends and brackets of addresses
    "&(?:quot|apos|lt|gt|amp|nbsp|NewLine|Tab|#\\d{1,4}|#[xX][0-9a-fA-F]{1,4});",
    String.raw`</?(?:a|b|br|code|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|th|tr|u|ul)(?:\s[^<>\n]{0,200})?/?>`,
    "%(?:25){0,2}(?:0[9AaDd]|2[02789Bb]|3[AaCcEe]|5[BbDd]|7[BbDd])",
    // Characters of no width, and blanks and line ends of other kinds
    String.raw`[${NO_WIDTH}\p{Zs}\p{Zl}\p{Zp}]|\u034f`,
  ].join("|"),
  "gu",
);

/** A quick look, which may say so of what is shown as it is written. */
const MAY_DIFFER = new RegExp(
  [
    String.raw`[\\\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u0600-\u070f\u0890-\u08e2\u115f\u1160\u1680`,
    String.raw`\u180e\u2000-\u206f\u241b\u2800\u3000\u3164\ud804-\udb40\ufe00-\ufe0f\ufeff\ufff9-\ufffb]`,
    String.raw`|\[\d|\^\[|&[#agln-qNT]|</?[a-z]|%[0-9]`,
  ].join(""),
);

/** Whether a text may be shown otherwise than it is written. */
export const mayBeShownOtherwise = (text: string): boolean => MAY_DIFFER.test(text);

const NAMED: Readonly<Record<string, string>> = {
  ...{ quot: '"', apos: "'", lt: "<", gt: ">", amp: "&", nbsp: " ", NewLine: "\n", Tab: "\t" },
};
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const ENDS_A_LINE = /^<\/?(?:br|div|h[1-6]|li|ol|p|pre|table|tr|ul)\b/;

/** The text as it is shown; null where that is as it is written. It takes time in proportion to the text's length. */
export function asShown(text: string): Shown | null {
  if (!mayBeShownOtherwise(text)) return null;
  const pieces = new Pieces();
  let from = 0;
  for (const { index, 0: written } of text.matchAll(WRITTEN)) {
    const shown = shownFor(written);
    if (shown === written) continue;
    pieces.add(text.slice(from, index), from, index);
    from = index + written.length;
    if (shown !== "") pieces.add(shown, index, from);
  }
  if (from === 0) return null;
  pieces.add(text.slice(from), from, text.length);
  return { text: pieces.text, written: (part) => pieces.written(part) };
}

function shownFor(written: string): string {
  const first = written[0];
  if (first === "<") return ENDS_A_LINE.test(written) ? "\n" : "";
  if (first === "&") return entity(written.slice(1, -1));
  if (first === "%") return character(Number.parseInt(written.slice(-2), 16));
  if (first === "\\") {
    const name = written.replace(/^\\+/, "");
    if (name.length === 1) return ESCAPED[name] ?? (name === "e" ? "" : name);
    return /^[ux][0-9a-fA-F]+$/.test(name) ? character(Number.parseInt(name.slice(1), 16)) : "";
  }
  return written.length === 1 ? character(written.charCodeAt(0)) : "";
}

function entity(name: string): string {
  if (!name.startsWith("#")) return NAMED[name] ?? "";
  return character(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

const LINE_ENDS: ReadonlySet<string> = new Set("\u000b\u000c\u001c\u001d\u001e\u0085\u2028\u2029");
const KEPT: ReadonlySet<string> = new Set("\n\r\t");
const BLANK = /\p{Zs}|\u2800|\u3164|\u115f|\u1160/u;
const OF_NO_WIDTH = new RegExp(`[${NO_WIDTH}]|\u034f`, "u");

/** Blanks of every kind are blanks, line ends line ends, and what has no width is not there. */
function character(code: number): string {
  const written = String.fromCharCode(code);
  if (KEPT.has(written)) return written;
  if (LINE_ENDS.has(written)) return "\n";
  if (BLANK.test(written)) return " ";
  return OF_NO_WIDTH.test(written) ? "" : written;
}

/** Pieces of the shown text, each copied from as many written characters or standing for some. */
class Pieces {
  private readonly shown: string[] = [];
  private readonly ends: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private length = 0;

  get text(): string {
    return this.shown.join("");
  }

  add(shown: string, from: number, to: number): void {
    if (shown === "") return;
    this.length += shown.length;
    this.shown.push(shown);
    this.ends.push(this.length);
    this.from.push(from);
    this.to.push(to);
  }

  written({ start, end }: Span): Span {
    return { start: this.place(start).start, end: this.place(end - 1).end };
  }

  /** Where the character is written that is shown at this place. */
  private place(at: number): Span {
    let low = 0;
    let high = this.ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const [from = 0, to = 0] = [this.from[low], this.to[low]];
    const length = this.shown[low]?.length ?? 0;
    if (length !== to - from) return { start: from, end: to };
    const start = from + at - ((this.ends[low] ?? 0) - length);
    return { start, end: start + 1 };
  }
}
