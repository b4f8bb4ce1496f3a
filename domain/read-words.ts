import { withWholePhones } from "./phone-numbers";
import { continuesWord, hasClearEnd, isFull, isOfOneCase, isPlainWord, type Line } from "./sure-join";

/**
 * The words of a pasted text, with those that a line break or spaces tore apart put together again. Linear in the text:
 * a word is joined with a few neighbours at most.
 */

export type Word = {
  text: string;
  /** The few words before it, for labels such as `reference:` and `the run was`. */
  before: string;
  /**
   * `whole`: as it stands. `joined`: surely one that was torn. `perhaps`: over the end of a line or a blank, where the
   * next word may be one of its own. `torn`: neighbours in running text that may have been one. The latter two are only
   * ever a reason to suggest something.
   */
  how: "whole" | "joined" | "perhaps" | "torn";
  /** How much less likely it is one word than it looks. */
  doubt: number;
};

/** `\s` but for the byte-order mark, which is invisible rather than a space. */
const WHITE_SPACE = /[^\S\u{FEFF}]+/u;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029\v\f]/;
/** In a text of so few words, all may have been one. */
const FEW_WORDS = 4;
const BROKEN_LINES_MAX = 4;
const TORN_WORDS_MAX = 5;
const TORN_MAX = 60;
/** Two short words at a line break are likelier two words than one. */
const SHORTEST_JOINED = 8;
const JOINED_MAX = 2_000;
const LABEL_WORDS = 3;

/** Each word once, in the order of the text; the joined after the whole ones, the torn last. */
export function readWords(pasted: string): Word[] {
  const text = withWholePhones(pasted);
  const lines = viewsOf(text).map((view) =>
    view.split(LINE_BREAK).map((line): Line => ({ words: wordsOf(line), width: line.trimEnd().length })),
  );
  const whole = lines.flatMap((each) => each.flatMap(({ words }) => words).map(wordAt));
  const joined = lines.flatMap((each) => [...joinAll(each), ...joinLines(each)]);
  const torn = tornWords((lines.at(-1) ?? []).flatMap(({ words }) => words));
  return [...uniqueWords([...whole, ...attributeWords(text), ...joined, ...torn])];
}

const wordAt = (text: string, index: number, words: readonly string[]): Word => ({
  text,
  before: words.slice(Math.max(0, index - LABEL_WORDS), index).join(" "),
  how: "whole",
  doubt: 0,
});

/** The words of a text without white space. */
export function wordsOf(text: string): string[] {
  return text.split(WHITE_SPACE).filter((word) => word !== "");
}

function uniqueWords(words: readonly Word[]): Iterable<Word> {
  const unique = new Map<string, Word>();
  for (const word of words) {
    const known = unique.get(word.text);
    if (known === undefined || (known.how === "perhaps" && word.how === "joined"))
      unique.set(word.text, word);
  }
  return unique.values();
}

const REPLY_MARK = /^[ \t]*(?:[>|][ \t]?)+/gm;
const SOFT_BREAK = /=[ \t]*(?:\r\n|\n|\r)/g;
/** Elements that break no line: a reference may be half bold. Others do, and what is no element is no tag: `<I 17>`. */
const INLINE =
  "a|abbr|b|bdi|bdo|big|cite|code|em|font|i|ins|kbd|mark|s|samp|small|span|strong|sub|sup|tt|u|var|wbr";
const BLOCK =
  "address|article|blockquote|body|br|center|dd|div|dl|dt|footer|h[1-6]|head|header|hr|html|img|li|main|meta|ol|p|pre|section|table|tbody|td|th|thead|title|tr|ul";
const TAG = new RegExp(`</?(?:(${INLINE})|${BLOCK})(?:\\s[^<>]*=[^<>]*)?\\s*/?>`, "gi");

/**
 * The text, and as it was before mail wrapped it, where it did. Never with tags: they are no part of a reference, and
 * what stands before one is no whole one.
 */
function viewsOf(text: string): string[] {
  const unquoted = text.replace(REPLY_MARK, "");
  const unwrapped = unquoted.replace(SOFT_BREAK, "");
  return [...new Set([text, unquoted, unwrapped, withMailSpaces(unquoted)].map(withoutTags))];
}

const ENCODED_WORD = /=\?[\w-]{1,40}\?(?:q\?([^?\s]*)|b\?([a-z\d+/=]*))\?=(?:\s+(?==\?))?/gi;
const ENCODED_SPACES = /=(?:20|09|0D|0A)/g;
const ESCAPE = /=[0-9A-F]{2}/g;

/**
 * The text of a raw mail with the spaces that it writes as figures: in the words of a subject (`=?UTF-8?Q?…?=`), and in
 * a text that holds other figures of that kind, so that `limit=20` stays as it is. What else is so written, each word's
 * own decoders read.
 */
function withMailSpaces(text: string): string {
  const decoded = text.replace(ENCODED_WORD, (_, quoted: string | undefined, base64: string | undefined) =>
    quoted === undefined
      ? fromBase64(base64 ?? "")
      : quoted.replaceAll("_", " ").replace(ENCODED_SPACES, " "),
  );
  const unwrapped = decoded.replace(SOFT_BREAK, "");
  const isEncoded = (unwrapped.match(ESCAPE)?.length ?? 0) > 1;
  return isEncoded ? unwrapped.replace(ENCODED_SPACES, " ") : unwrapped;
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  } catch {
    return "";
  }
}

function withoutTags(text: string): string {
  return text.replace(TAG, (_, inline: string | undefined) => (inline === undefined ? "\n" : ""));
}

const ATTRIBUTE =
  /\s(href|src|alt|title|content|value|aria-label|data-[\w-]+)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi;

/** What the attributes of tags say: where a link leads, what stands for a picture, what a row was made of. */
function attributeWords(text: string): Word[] {
  const said = [...text.matchAll(TAG)].flatMap(([tag]) => [...tag.matchAll(ATTRIBUTE)]);
  return said.flatMap(([, name = "", double, single, bare]) =>
    wordsOf(double ?? single ?? bare ?? "").map(
      (word): Word => ({ text: word, before: name, how: "whole", doubt: 0 }),
    ),
  );
}

/** A text that is nothing but one word, be it spelled out letter by letter. */
function joinAll(lines: readonly Line[]): Word[] {
  const words = lines.flatMap((line) => line.words);
  const isSpelled = words.length > FEW_WORDS && words.length <= SPELLED_MAX && words.every(isOneCharacter);
  if (words.length < 2 || (words.length > FEW_WORDS && !isSpelled)) return [];
  const isByLines = lines.every((line) => line.words.length < 2);
  const isSure = isByLines ? isTornByLines(words) : areTornBySpaces(words);
  const how = isSure ? "joined" : "perhaps";
  return [{ text: words.join(""), before: "", how, doubt: Math.max(...words.map(doubtOf)) }];
}

const SPELLED_MAX = 64;
const isOneCharacter = (word: string) => /^.$/u.test(word);

/** Each piece alone on its line, and nothing else there. */
const isTornByLines = ([first = "", ...others]: readonly string[]) =>
  /\D/.test(first) && others.every((next) => isOfOneCase(first, next) && !isPlainWord(next));

/** `err_7c1 f9a`; not `err_7c1f9 a`, nor a quantity behind a number. */
const areTornBySpaces = ([first = "", ...others]: readonly string[]) =>
  others.every((next) => next.length > 2 && continuesWord(first, next));

/** The last word of each line with the first of the next, over lines of one word with that of the line after. */
function joinLines(lines: readonly Line[]): Word[] {
  const widest = Math.max(0, ...lines.map(({ width }) => width));
  return lines.flatMap((line, index) => {
    const last = line.words.at(-1);
    if (last === undefined) return [];
    const joined: Word[] = [];
    let text = last;
    let isSure = true;
    let before: Line = line;
    for (let next = index + 1; next <= index + BROKEN_LINES_MAX; next += 1) {
      const after = lines[next] ?? NO_LINE;
      const [first, ...others] = after.words;
      if (first === undefined || text.length + first.length > JOINED_MAX) break;
      isSure &&= isSurelyTorn(before, after, widest);
      text += first;
      const isLong = text.length >= SHORTEST_JOINED || /^err/i.test(text);
      const how = !isLong ? "torn" : isSure ? "joined" : "perhaps";
      joined.push({ text, before: line.words.at(-2) ?? "", how, doubt: doubtOf(first) });
      if (others.length > 0) break;
      before = after;
    }
    return joined;
  });
}

const NO_LINE: Line = { words: [], width: 0 };

/** Both pieces alone on their lines, or a full line before a piece that visibly ends. */
function isSurelyTorn(line: Line, after: Line, widest: number): boolean {
  const [last = "", next = ""] = [line.words.at(-1), after.words[0]];
  if (!continuesWord(last, next)) return false;
  const isAlone = after.words.length === 1;
  if (isAlone && line.words.length === 1) return true;
  return isFull(line, widest) && (isAlone || hasClearEnd(next));
}

/** Of what lies on both sides of a gap mostly the sides are meant, the more where the second is a plain word. */
const BETWEEN = 0.5;
const doubtOf = (last: string) => (/^\p{L}\p{Ll}{2,}\p{P}*$/u.test(last) ? 3 : BETWEEN);

/** Runs of short neighbours of which one holds a figure: `ERR 2024 17`, `err 7c1f9a`. */
function tornWords(words: readonly string[]): Word[] {
  if (words.length <= FEW_WORDS) return [];
  const torn: Word[] = [];
  for (let start = 0; start < words.length && torn.length < TORN_MAX; start += 1) {
    let text = words[start] ?? "";
    for (let end = start + 1; end < start + TORN_WORDS_MAX && end < words.length; end += 1) {
      const word = words[end] ?? "";
      if (text.length + word.length > 128) break;
      text += word;
      if (/\d/.test(words[start] ?? "") || (/\d/.test(text) && looksLikePrefix(words[start] ?? "")))
        torn.push({ text, before: words[start - 1] ?? "", how: "torn", doubt: doubtOf(word) });
      if (!/\d/.test(text)) break;
    }
  }
  return torn;
}

/** `ERR`, `Inc`, `case`: what stands before a number that it names. */
const looksLikePrefix = (word: string) => /^[\p{L}\p{P}]{1,8}$/u.test(word);
