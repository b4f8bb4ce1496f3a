import { isCarriedNumber, stringifyJson } from "./json";

/**
 * What a spreadsheet takes for a formula, its full-width forms included, also behind white space or
 * invisible characters that it drops on reading.
 */
const FORMULA = /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * One cell: always quoted, and harmless when a spreadsheet opens it: a leading apostrophe makes a formula
 * text. Everything else is kept as it is, direction overrides included. Null is the empty cell, unquoted.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const isNumber = typeof value === "number" || isCarriedNumber(value);
  const text = typeof value === "string" && !isNumber ? value : stringifyJson(value);
  const safe = FORMULA.test(text) && !isNumber ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""').replaceAll("\0", "\u{FFFD}")}"`;
}

/** One line with its CRLF (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
