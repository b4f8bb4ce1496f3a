import { withoutControls } from "../terminal-text";

/** More lines than this are left out in the middle: a trace says what failed at its two ends. */
const LINES_READ = 2000;
const LINE_CHARACTERS = 2000;
const TEXT_CHARACTERS = 1024 * 1024;

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const OTHER_LINE_ENDS = ["\r", "\u2028", "\u2029"];

/**
 * The text as lines to read: at most 2,000 of them with at most 2,000 characters each, without colour codes. Text
 * that was escaped once too often (`\n` as two letters, no line ends) is unfolded.
 */
export function traceLines(raw: string): string[] {
  const text = withoutControls(bounded(raw));
  const lines = OTHER_LINE_ENDS.some((end) => text.includes(end)) ? text.split(LINE_END) : text.split("\n");
  const unfolded = lines.length === 1 ? (lines[0] ?? "").split("\\n") : lines;
  const kept =
    unfolded.length <= LINES_READ
      ? unfolded
      : [...unfolded.slice(0, LINES_READ / 2), "", ...unfolded.slice(1 - LINES_READ / 2)];
  return withoutService(kept.map((line) => line.slice(0, LINE_CHARACTERS).trimEnd()));
}

/** What compose and the like put before every line: which service said it. */
const SERVICE = /^[\w./-]{1,60} +\| /;

function withoutService(lines: string[]): string[] {
  const lead = SERVICE.exec(lines.find((line) => line !== "") ?? "")?.[0];
  if (lead === undefined) return lines;
  const bare = lead.trimEnd();
  const isAll = lines.every((line) => line === "" || line.startsWith(bare));
  return isAll ? lines.map((line) => line.slice(lead.length)) : lines;
}

function bounded(raw: string): string {
  if (raw.length <= TEXT_CHARACTERS) return raw;
  return `${raw.slice(0, TEXT_CHARACTERS / 2)}\n${raw.slice(-TEXT_CHARACTERS / 2)}`;
}

/** How many blanks a line starts with; a tab counts as one. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
