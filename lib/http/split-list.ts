import { endOfString } from "@/domain/holds-too-much";
import { slicing } from "@/domain/in-slices";

/** The texts of a list's items, and the text around the list with an empty one in its place. */
export type SplitList = { items: string[]; count: number; around: string };

/** Characters between two looks at the clock. */
const LOOK_EVERY = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Cuts the list that a JSON text is, or holds under `member`, into the texts of its items, so that they can be counted
 * before anything is made of them, and read one by one: `JSON.parse` of 20 MB holds everybody up. Where each item and
 * `around` are JSON, the whole is. Of more than `most` items only the count is told. Null where there is no such list,
 * or the text is to be read as a whole to be sure.
 */
export async function splitList(text: string, member: string, most: number): Promise<SplitList | null> {
  const list = await findList(text, member, most);
  if (list === null) return null;
  const around = `${text.slice(0, list.from)}${text.slice(list.to)}`;
  // A name written with escapes could be the member's as well.
  if (around.includes("\\")) return null;
  const isEmpty = list.count === 1 && (list.items[0] ?? "").trim() === "";
  return isEmpty ? { items: [], count: 0, around } : { items: list.items, count: list.count, around };
}

type Found = { items: string[]; count: number; from: number; to: number };

async function findList(text: string, member: string, most: number): Promise<Found | null> {
  let list: Found | null = null;
  let isInside = false;
  let depth = 0;
  let level = 0;
  let began = 0;
  let name = "";
  const sliceEnd = slicing();
  let lookAt = LOOK_EVERY;
  const endItem = (found: Found, at: number) => {
    found.count += 1;
    if (found.count <= most) found.items.push(text.slice(began, at));
    began = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    if (at > lookAt) {
      await sliceEnd();
      lookAt = at + LOOK_EVERY;
    }
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = endOfString(text, at);
      if (end === -1) return null;
      if (depth === 1 && !isInside) name = text.slice(at + 1, end);
      at = end;
    } else if (character === COMMA) {
      if (isInside && depth === level && list) endItem(list, at);
    } else if (OPENING.has(character)) {
      depth += 1;
      if (isInside || character !== 0x5b || depth > 2) continue;
      if (depth === 2 && (name !== member || text.trimStart().charAt(0) !== "{")) continue;
      // A second list of the name would stand for the first.
      if (list !== null) return null;
      list = { items: [], count: 0, from: at + 1, to: at + 1 };
      isInside = true;
      level = depth;
      began = at + 1;
    } else if (CLOSING.has(character)) {
      if (isInside && depth === level && list) {
        endItem(list, at);
        list.to = at;
        isInside = false;
      }
      depth -= 1;
    }
  }
  return isInside ? null : list;
}
