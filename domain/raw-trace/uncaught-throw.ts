import { frameOf, type ReadFrame } from "./read-exception";

/** Where Node says an uncaught value was thrown: the lines from `at` on, the rest begins at `after`. */
export type Thrown = { at: number; after: number; frame: ReadFrame };

const PLACE = /^(\S.*):(\d+)$/;
const POINTER = /^\s*[\^~]+$/;

/** Finds `file:line`, the source line and `^` below it, with which Node begins. */
export function findThrown(lines: readonly string[]): Thrown | null {
  for (const [at, line] of lines.entries()) {
    if (!POINTER.test(lines[at + 2] ?? "")) continue;
    const place = PLACE.exec(line);
    if (!place || line.startsWith("at ")) continue;
    const frame = frameOf({ file: place[1], line: place[2], code: (lines[at + 1] ?? "").trim() });
    return { at, after: at + 3, frame };
  }
  return null;
}
