/**
 * Text of others inside Markdown, so that no renderer takes any of it for structure: it stands in code, where
 * CommonMark knows no emphasis, no HTML, no link, no image and no entity.
 */

/** Controls, invisible characters and those that turn the direction of writing. Not among them: tab and newline. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

const visible = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** The text with what cannot be seen spelled out, as in `\u{202e}`. */
export function showHidden(text: string): string {
  return text.toWellFormed().replace(HIDDEN, visible);
}

/** One line of code: `` `text` ``, fenced by more backticks than the text holds. Also safe in a table's cell. */
export function codeSpan(text: string, place: "line" | "cell" = "line"): string {
  if (text === "") return '""';
  const line = showHidden(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  // A cell is cut at pipes before anything else is read, code or not. Backslashes before one are doubled, so
  // that none of them takes the pipe's own away.
  const inside = place === "cell" ? line.replace(/(\\*)\|/g, "$1$1\\|") : line;
  const fence = "`".repeat(longestRun(inside) + 1);
  const pad = /^`|`$|^ .*[^ ].* $/.test(inside) ? " " : "";
  return `${fence}${pad}${inside}${pad}${fence}`;
}

/** Text of several lines as a block, indented not at all and closed by nothing the text holds. */
export function codeBlock(text: string, language = "text"): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${showHidden(text)}\n${fence}\n`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
