/** A pasted text as a one-line field shows it, and as it was. */
export type OneLinePaste = { shown: string; raw: string };

export const NOTHING_PASTED: OneLinePaste = { shown: "", raw: "" };

/**
 * What a one-line field is to show of a text of several lines; null for one of one line. An input would drop the breaks
 * and glue words together: a reference must keep its edges.
 */
export function asOneLine(raw: string): OneLinePaste | null {
  return /[\r\n]/.test(raw) ? { shown: raw.replace(/[\r\n]+/g, " "), raw } : null;
}

/** What the field holds with the paste in it as it was, where it still stands: a reference may be broken at a line's end. */
export function asPasted(text: string, { shown, raw }: OneLinePaste): string {
  return text.replace(shown, () => raw);
}
