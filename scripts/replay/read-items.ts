import type { DataFile } from "./find-files";
import type { KindRule } from "./kinds";
import { readFileLines } from "./read-lines";
import { rewriteStrings } from "./rewrite-strings";
import { shiftTime, timeOfUuid7 } from "./time-shift";

/** The server takes 20 MiB at once; a longer line could never arrive. */
const MAX_LINE_BYTES = 20 * 1024 * 1024;

export type Item = {
  line: number;
  text: string;
  end: number;
  /** A calls line that is a whole report, with its own id. */
  is_report: boolean;
};
export type Unreadable = { line: number; unreadable: string; end: number };
type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of a line that is a JSON object, or why it is none. */
function readObject(text: string): Members | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : "not a JSON object";
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : "";
    if (/Unexpected end|Unterminated/.test(fault)) return "not JSON, it looks cut off";
    const position = /at position (\d+)/.exec(fault)?.[1];
    return position ? `not JSON, look at character ${Number(position) + 1}` : "not JSON";
  }
}

/** The rows of a calls line that is a whole report; null for every other line. */
function reportedRows(members: Members): unknown[] | null {
  return typeof members.report_id === "string" && Array.isArray(members.calls) ? members.calls : null;
}

/** When the line says it happened: its time, those of the calls it reports, or that of a version 7 id. */
export function timesOf(rule: KindRule, members: Members): string[] {
  const rows = (reportedRows(members) ?? []).filter(isObject);
  const times = [members, ...rows]
    .map((each) => each[rule.time_key])
    .filter((time) => typeof time === "string");
  if (times.length > 0 || rule.kind !== "events" || typeof members.event_id !== "string") return times;
  const made = timeOfUuid7(members.event_id);
  return made ? [made] : [];
}

/** The same line, moved. What has no time, or none that can be read, is sent as it is for the server to judge. */
export function shiftLine(rule: KindRule, text: string, members: Members, shiftSeconds: number): string {
  const move = (time: string) => shiftTime(time, shiftSeconds);
  const rows = reportedRows(members);
  if (rows) {
    const moveRow = (row: unknown) => (isObject(row) ? { ...row, minute: move(String(row.minute)) } : row);
    return JSON.stringify({ ...members, calls: rows.map(moveRow) });
  }
  if (members[rule.time_key] !== undefined) return rewriteStrings(text, rule.time_key, move);
  const [made] = timesOf(rule, members);
  return made ? text.replace("{", `{"${rule.time_key}":${JSON.stringify(move(made))},`) : text;
}

/** The objects of a file, line by line, moved by the shift; a line that can't be read says why. */
export async function* readItems(file: DataFile, shiftSeconds: number): AsyncGenerator<Item | Unreadable> {
  for await (const { number: line, text, end } of readFileLines(file.path, MAX_LINE_BYTES)) {
    const members = text === null ? "longer than 20 MiB" : readObject(text);
    if (text === null || typeof members === "string") {
      yield { line, unreadable: String(members), end };
      continue;
    }
    const moved = shiftSeconds === 0 ? text : shiftLine(file.rule, text, members, shiftSeconds);
    yield { line, text: moved, end, is_report: file.rule.kind === "calls" && reportedRows(members) !== null };
  }
}
