/** Replaces string values in JSON text without touching another byte of it. */

const WHITE_SPACE = /[\s]*/y;

function skipWhiteSpace(text: string, at: number): number {
  WHITE_SPACE.lastIndex = at;
  return at + (WHITE_SPACE.exec(text)?.[0].length ?? 0);
}

/** The offset behind the string that opens at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1;
  while (text.charAt(end) !== '"') end += text.charAt(end) === "\\" ? 2 : 1;
  return end + 1;
}

/** The offset behind the value that begins at `at`: brackets are counted, strings are stepped over. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  let end = at;
  while (end < text.length) {
    const character = text.charAt(end);
    if (character === '"') {
      end = endOfString(text, end);
      if (depth === 0) return end;
      continue;
    }
    if (depth === 0 && (character === "," || character === "}")) return end;
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    end += 1;
    if (depth === 0 && (character === "}" || character === "]")) return end;
  }
  return end;
}

/**
 * `text`, a valid JSON object, with the string under each top-level `key` passed through `rewrite`. Parsing
 * and printing again would not do: integers beyond 2^53, duplicate members and the order of numeric keys
 * would come out changed, and the event would no longer be the one in the file.
 */
export function rewriteStrings(text: string, key: string, rewrite: (value: string) => string): string {
  let result = "";
  let copied = 0;
  let at = skipWhiteSpace(text, skipWhiteSpace(text, 0) + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = endOfString(text, at);
    const name: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipWhiteSpace(text, skipWhiteSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (name === key && text.charAt(start) === '"') {
      const value: unknown = JSON.parse(text.slice(start, end));
      result += text.slice(copied, start) + JSON.stringify(rewrite(String(value)));
      copied = end;
    }
    at = skipWhiteSpace(text, skipWhiteSpace(text, end) + 1);
  }
  return result + text.slice(copied);
}
