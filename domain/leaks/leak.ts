import type { LeakKind } from "../leak-kinds";

/** A part of a text; `end` is behind its last character. */
export type Span = { start: number; end: number };

/** What of a text was never meant for the caller who got it. */
export type Leak = Span & { kind: LeakKind };

/** Ends a line, also where it was escaped once too often and is two letters. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]|(?:\\r)?\\n/g;

/** The lines of a text as spans, without their ends. */
export function linesOf(text: string): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(LINE_END)) {
    lines.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** Spans in order, those that touch or overlap as one. */
export function merged(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else kept.push({ ...span });
  }
  return kept;
}
