/** What skeletons are made of: `i` and `l` are folded into 1, `o` into 0. */
const LATIN = "0123456789abcdefghjkmnpqrstuvwxyz";
/** What is left of other alphabets once their look-alikes are Latin. */
const CYRILLIC = "бгджзийлпфцчшщъыьэюя";
const GREEK = "βγδζηθλμξπσςφψω";

/** Every text one edit away within its first `until` characters: a letter more, less or other, or two swapped. */
export function* listEdits(text: string, until: number): Generator<string> {
  const letters = lettersFor(text);
  for (let at = 0; at <= until; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    for (const letter of letters) yield before + letter + after;
    if (after === "") continue;
    yield before + after.slice(1);
    for (const letter of letters) yield before + letter + after.slice(1);
    if (after.length > 1) yield before + after.charAt(1) + after.charAt(0) + after.slice(2);
  }
}

/** The letters of the alphabets it is written in, and its own. */
function lettersFor(text: string): Set<string> {
  const others = /\p{Script=Cyrillic}/u.test(text) ? CYRILLIC : "";
  const greek = /\p{Script=Greek}/u.test(text) ? GREEK : "";
  return new Set(`${LATIN}${others}${greek}${text}`);
}

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
