/**
 * What may have become of a word on its way through mail, chat, HTML, Markdown, JSON and links. Nothing in here loses
 * anything: each decoder gives another reading of the same word, and the most literal one that exists is meant.
 */

/** Longer words are no references, however they are encoded. */
export const ENCODED_MAX = 1_536;
const DECODED_MAX = 16;
const DEPTH_MAX = 4;

type Decoder = (word: string) => string;

/** Every reading of a word that decoding gives, the most literal first; the word itself is the first. */
export function decodeWord(word: string): string[] {
  if (word.length > ENCODED_MAX) return [];
  if (PLAIN.test(word)) return [word];
  const readings = new Set([word]);
  let last = [word];
  for (let depth = 0; depth < DEPTH_MAX && last.length > 0; depth += 1) {
    const next = last.flatMap((reading) => DECODERS.map((decode) => decode(reading)));
    last = [...new Set(next)].filter((reading) => reading !== "" && !readings.has(reading));
    for (const reading of last) if (readings.size < DECODED_MAX) readings.add(reading);
  }
  return [...readings];
}

/** Nothing in it can have been encoded. */
const PLAIN = /^[\w.,:;!?()[\]{}"'#@~^$*+/|-]*$/;
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}|[\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** Without what takes no room: zero-width and soft hyphens, marks of direction, variation selectors. */
export function withoutInvisible(word: string): string {
  return word.replace(INVISIBLE, "");
}

const fullWidth: Decoder = (word) => word.normalize("NFKC");

/** Percent-decoded, each run by itself: what makes no text stays. */
export const decodePercent: Decoder = (word) =>
  word.replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeBytes(run.slice(1).split("%")) ?? run);

/** `=5F` of quoted-printable mail, whose soft breaks were closed before. */
const decodeQuotedPrintable: Decoder = (word) =>
  word.replace(/(?:=[0-9A-F]{2})+/g, (run) => decodeBytes(run.slice(1).split("=")) ?? run);

function decodeBytes(hex: readonly string[]): string | null {
  try {
    return decodeURIComponent(hex.map((byte) => `%${byte}`).join(""));
  } catch {
    return null;
  }
}

/** `err\_7c1f9a` of Markdown, `\/` and `\"` of JSON. */
const unescapeMarks: Decoder = (word) => word.replace(/\\([\p{P}\p{S}])/gu, "$1");

/** `err\u005f7c1f9a` of JSON. */
const unescapeCodes: Decoder = (word) =>
  word
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed();

/** The entities that programs write for what stands in references; the others are written by number. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", lowbar: "_", underbar: "_", hyphen: "-", dash: "-", sol: "/",
  num: "#", percnt: "%", quest: "?", colon: ":", plus: "+", equals: "=", period: ".", comma: ",", semi: ";",
  commat: "@", bsol: "\\", lpar: "(", rpar: ")", lsqb: "[", rsqb: "]", lcub: "{", rcub: "}", grave: "`", vert: "|",
  excl: "!", ast: "*", dollar: "$", tilde: "~", Hat: "^", shy: "", zwj: "", zwnj: "", ZeroWidthSpace: "", lrm: "",
  rlm: "", NoBreak: "", nbsp: "", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«",
  raquo: "»", hellip: "…",
}; // biome-ignore format: one table, read at a glance

/** `&lowbar;`, `&#95;`, `&#x5f;` of HTML. */
export const decodeEntities: Decoder = (word) =>
  word
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,14}));/gi, (entity, decimal, hex, name) =>
      name === undefined ? (characterOf(decimal, hex) ?? entity) : (ENTITIES[name] ?? entity),
    )
    .toWellFormed();

function characterOf(decimal: string | undefined, hex: string | undefined): string | null {
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** Without what stands in angle brackets as a tag does. */
export const withoutTags: Decoder = (word) => word.replace(/<\/?[a-z][^<>]*>/gi, "");

const DECODERS: readonly Decoder[] = [
  withoutInvisible,
  fullWidth,
  decodePercent,
  unescapeMarks,
  unescapeCodes,
  decodeEntities,
  decodeQuotedPrintable,
  withoutTags,
];

const AROUND = /^[\p{P}\p{S}]$/u;
const PEELED_MAX = 5;

/**
 * A word without some of the punctuation, quotes and symbols around it, the least taken away first, and last without
 * any of it. Which of them are its own, only the stored references tell: `REQ?` ends a question or is one's name.
 */
export function peelWord(word: string): string[] {
  const characters = Array.from(word);
  const from = peelsOf(characters);
  const to = peelsOf(characters.toReversed());
  const bare = characters.slice(from.at(-1), characters.length - (to.at(-1) ?? 0)).join("");
  const peels = from
    .slice(0, PEELED_MAX)
    .flatMap((start, i) => to.slice(0, PEELED_MAX).map((end, j) => ({ start, end, i, j })));
  peels.sort((a, b) => a.i + a.j - (b.i + b.j) || Math.abs(a.i - a.j) - Math.abs(b.i - b.j));
  const peeled = peels.map(({ start, end }) =>
    characters.slice(start, Math.max(start, characters.length - end)).join(""),
  );
  return [...peeled, bare].filter((one) => one !== "");
}

/** How many characters may go from the front: none, or one run of the same after the other, as "```" is one quote. */
function peelsOf(characters: readonly string[]): number[] {
  const peels = [0];
  let at = 0;
  while (at < characters.length && AROUND.test(characters[at] ?? "")) {
    const character = characters[at];
    while (characters[at] === character) at += 1;
    peels.push(at);
  }
  return peels;
}
