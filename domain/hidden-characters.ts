/**
 * What is not seen in a text and changes how the rest is read: characters that turn the direction of writing, override
 * it or isolate from it, those of no width, soft hyphens, and the invisible alphabet of tags.
 */
const HIDDEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Between letters that join, as in Persian and Hindi, and between the parts of an emoji, these two are spelling. */
const JOINERS = /(?<![^\0-\u02ff])[\u200c\u200d]+|[\u200c\u200d]+(?![^\0-\u02ff])/gu;

const LINE_ENDS = /[\u2028\u2029]/gu;

const MAY_HOLD =
  /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

/**
 * The text of somebody else as it may stand in a sentence of ours: read in the order in which it is written, and with
 * nothing in it that is not seen. `U+202E` in what a user was told would turn the warning after it around.
 */
export function withoutHidden(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  return text.replace(HIDDEN, "").replace(JOINERS, "").replace(LINE_ENDS, " ");
}

/** With such characters escaped as in JSON, where it then means the same: nobody reads it as something else. */
export function escapeHidden(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const escaped = (found: string) =>
    [...Array(found.length).keys()]
      .map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join("");
  return text.replace(HIDDEN, escaped).replace(JOINERS, escaped).replace(LINE_ENDS, escaped);
}
