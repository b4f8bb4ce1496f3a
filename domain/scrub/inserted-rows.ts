import { HIDDEN } from "./pattern-rule";
import { countHidden, type Scrub } from "./scrub-rules";
import { isSecretNumberName } from "./secret-name";
import { isSecretOf } from "./secret-parameter";

/** `INSERT INTO users (name, password) VALUES `, before the first row. */
const INSERT =
  /(?:(?<![A-Za-z0-9_])|(?<=\\[nrt]))(?:insert|replace|merge)\s{1,4}(?:(?:ignore|overwrite|or\s{1,4}\w{1,10})\s{1,4})?into\s{1,4}[^()]{1,200}\(([^()]{1,4000})\)[\w\s.,*\\]{0,120}?values?(?:\s|\\[nrt]){0,20}(?=\()/gi;
const NEXT_ROW = /(?:\s|\\[nrt]){0,20},(?:\s|\\[nrt]){0,20}(?=\()/y;
const QUOTE = /\\*["']/y;
const NUMBER = /\d{3,20}(?=[\s,)])/y;

/** Hides what a statement inserts into columns that are called like secrets. */
export function scrubInsertedRows(text: string, scrub: Scrub): string {
  if (!/into\s/i.test(text)) return text;
  let kept = "";
  let from = 0;
  INSERT.lastIndex = 0;
  for (let found = INSERT.exec(text); found !== null; found = INSERT.exec(text)) {
    const columns = (found[1] ?? "").split(",").map((name) => name.replace(/[\s"'`[\]\\]/g, ""));
    let at = INSERT.lastIndex;
    for (;;) {
      const row = readRow(text, at, columns);
      for (const { start, end } of row.secrets) {
        kept += text.slice(from, start) + HIDDEN;
        from = end;
        countHidden(scrub, "named_value");
      }
      NEXT_ROW.lastIndex = row.end;
      at = row.end;
      if (!NEXT_ROW.test(text)) break;
      at = NEXT_ROW.lastIndex;
    }
    INSERT.lastIndex = at;
  }
  return from === 0 ? text : kept + text.slice(from);
}

type Span = { start: number; end: number };

/** The secrets in the row that opens at `open`, and where it ends. In a function's call, `crypt('…')`, they are looked for too. */
function readRow(text: string, open: number, columns: readonly string[]): { secrets: Span[]; end: number } {
  const secrets: Span[] = [];
  let column = 0;
  let depth = 0;
  let at = open;
  while (at < text.length) {
    const name = columns[column] ?? "";
    const literal = literalAt(text, at);
    if (literal !== null) {
      if (isHiddenIn(name, text.slice(literal.start, literal.end))) secrets.push(literal);
      at = literal.next;
      continue;
    }
    const number = depth === 1 && isSecretNumberName(name) ? numberAt(text, at) : null;
    if (number !== null) secrets.push(number);
    const mark = text[at];
    if (mark === "(") depth += 1;
    else if (mark === ")" && --depth === 0) return { secrets, end: at + 1 };
    else if (mark === "," && depth === 1) column += 1;
    at = number?.end ?? at + 1;
  }
  return { secrets, end: at };
}

const isHiddenIn = (name: string, value: string) =>
  value !== "" && value !== HIDDEN && !/^(?:%s|\?)$/.test(value) && isSecretOf(name, value);

function numberAt(text: string, at: number): Span | null {
  if (/\w/.test(text[at - 1] ?? "")) return null;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? { start: at, end: NUMBER.lastIndex } : null;
}

/** What is between quotation marks there, which are escaped by a backslash or by being doubled. */
function literalAt(text: string, at: number): (Span & { next: number }) | null {
  QUOTE.lastIndex = at;
  const quote = QUOTE.exec(text)?.[0];
  if (quote === undefined) return null;
  const start = at + quote.length;
  let end = start;
  for (;;) {
    end = text.indexOf(quote, end);
    if (end < 0) return { start, end: lineEnd(text, start), next: text.length };
    if (text.startsWith(quote, end + quote.length)) end += 2 * quote.length;
    else if (quote.length === 1 && text[end - 1] === "\\" && text[end - 2] !== "\\") end += 1;
    else return { start, end, next: end + quote.length };
  }
}

/** One that nothing closes ends with its line. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
