/** A CSV as RFC 4180 says, by the names in its first line; an empty cell that is not quoted is null. */
export function readCsv(text: string): Record<string, string | null>[] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && bare === "" && end === "" && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? (bare === "" ? null : (bare ?? null)));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  const [names = [], ...lines] = rows;
  return lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])));
}
