/** Tables as answers of databases hold them, `{"columns": ["user", "password"], "rows": [["bob", "…"]]}`. */

const HEADS = ["columns", "cols", "fields", "headers", "header", "names", "column_names", "columnNames"];
const ROWS = /^(?:rows?|values|data|records|tuples|body)$/i;
const COLUMNS_MOST = 1_000;

/** Whether a member may hold rows. */
export const isRows = (member: string): boolean => ROWS.test(member);

/** The names of a table's columns beside its rows; null where there are none. */
export function columnsOf(object: object, rows: unknown): readonly string[] | null {
  if (!Array.isArray(rows) || rows.length === 0) return null;
  for (const head of HEADS) {
    const columns: unknown = Object.hasOwn(object, head) ? Reflect.get(object, head) : undefined;
    if (!Array.isArray(columns) || columns === rows || columns.length > COLUMNS_MOST) continue;
    const names = columns.map(nameOf);
    if (names.some((name) => name !== "") && isTableOf(rows, names.length)) return names;
  }
  return null;
}

/** One row, or rows of so many cells. */
function isTableOf(rows: readonly unknown[], cells: number): boolean {
  return rows.some(Array.isArray)
    ? rows.every((row) => !Array.isArray(row) || row.length <= cells)
    : rows.length === cells;
}

/** A column is named, or says its name, `{"name": "password", "type": "text"}`. */
function nameOf(column: unknown): string {
  if (typeof column === "string") return column;
  if (typeof column !== "object" || column === null) return "";
  const name: unknown = Reflect.get(column, "name") ?? Reflect.get(column, "field");
  return typeof name === "string" ? name : "";
}
