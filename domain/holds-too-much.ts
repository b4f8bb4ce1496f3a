import type { Rejection } from "./reported-event";

/**
 * Members and values that one item may hold: as many as fit into the 1 MiB that is kept of any. An object of names that
 * are all its own takes `JSON.parse` 1 to 3 µs a name, and as much each time it is walked: 400,000 took ten seconds.
 */
const MOST_NAMES = 50_000;
const MOST_VALUES = 500_000;
/** No shorter text holds as many: a name takes five characters, a value one. */
const SHORT = 5 * MOST_NAMES;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const OPENING_OBJECT = 0x7b;

/** Whether the JSON of an item holds more than is read of one. Counted before anything is made of it, up to there. */
export function holdsTooMuch(text: string): boolean {
  if (text.length < SHORT) return false;
  let names = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at);
      // No JSON, as its reader will say.
      if (at === -1) return false;
    } else if (character === COLON) names += 1;
    else if (character === COMMA || character === OPENING_LIST || character === OPENING_OBJECT) values += 1;
    if (names > MOST_NAMES || values > MOST_VALUES) return true;
  }
  return false;
}

/** Where the string that begins here ends; -1 where it does not. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}

/** What such an item is refused for. */
export const TOO_MUCH: Rejection = {
  code: "item_too_large",
  class: "validation",
  message: `This item holds more than ${MOST_NAMES} members or ${MOST_VALUES} values.`,
  hint: "Send what failed and what it was called with, not everything that was at hand.",
  retryable: false,
};
