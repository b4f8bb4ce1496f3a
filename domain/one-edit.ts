/** What skeletons are made of: `i` and `l` are folded into 1, `o` into 0. */
const LATIN = "0123456789abcdefghjkmnpqrstuvwxyz";
const HEX = "0123456789abcdef";
/** What is left of other alphabets once their look-alikes are Latin. */
const CYRILLIC = "бгджзийлпфцчшщъыьэюя";
const GREEK = "βγδζηθλμξπσςφψω";

export type Alphabet = {
  /** What may stand in the letters before its first figure: those of the prefixes that producers use. */
  leading: ReadonlySet<string>;
  /** What may stand in the rest. */
  rest: ReadonlySet<string>;
};

/** Every letter of the scripts that a text is written in. */
export function wholeAlphabet(text: string): Alphabet {
  const others = /\p{Script=Cyrillic}/u.test(text) ? CYRILLIC : "";
  const greek = /\p{Script=Greek}/u.test(text) ? GREEK : "";
  const letters = new Set(`${LATIN}${others}${greek}${text}`);
  return { leading: letters, rest: letters };
}

/** Hex figures, where a text is made of them but for its prefix and one mistake; null where it is not. */
export function hexAlphabet(text: string, prefixes: readonly string[]): Alphabet | null {
  const rest = text.slice(leadingOf(text));
  const foreign = [...rest].filter((letter) => !HEX.includes(letter));
  if (rest.length < 5 || foreign.length > 1) return null;
  return { leading: new Set(HEX + prefixes.join("")), rest: new Set(HEX) };
}

/** Every text one edit away within its first `until` characters: a letter more, less or other, or two swapped. */
export function* listEdits(text: string, until: number, alphabet: Alphabet): Generator<string> {
  const leading = leadingOf(text);
  for (let at = 0; at <= until; at += 1) {
    const letters = at <= leading ? alphabet.leading : alphabet.rest;
    const [before, after] = [text.slice(0, at), text.slice(at)];
    for (const letter of letters) yield before + letter + after;
    if (after === "") continue;
    yield before + after.slice(1);
    for (const letter of letters) yield before + letter + after.slice(1);
    if (after.length > 1) yield before + after.charAt(1) + after.charAt(0) + after.slice(2);
  }
}

const leadingOf = (text: string) => /^\p{L}{0,8}/u.exec(text)?.[0].length ?? 0;

/** Whether one letter more, less or other, or two neighbours swapped, makes one of the other; not whether they are equal. */
export function isOneEdit(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd -= 1;
    otherEnd -= 1;
  }
  const [left, right] = [one.slice(start, oneEnd), other.slice(start, otherEnd)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
