const FENCE = "```";
const FENCE_BEGINS = /^```\w*[^\S\n]*\n/;

/**
 * What stands within a fence of Markdown, trimmed, if the text is all in one; else the text as it is. In one pass: one
 * pattern for both ends takes time by the square of the line ends in between.
 */
export function unfenced(text: string): string {
  const begins = FENCE_BEGINS.exec(text)?.[0].length;
  const ends = text.length - FENCE.length;
  return begins !== undefined && ends >= begins && text.endsWith(FENCE)
    ? text.slice(begins, ends).trim()
    : text;
}
