import { browserReader } from "./browsers";
import { csharpReader } from "./csharp";
import { dartReader } from "./dart";
import { errorHead } from "./error-head";
import { goReader } from "./go";
import { guessInApp } from "./in-app";
import { javaReader } from "./java";
import { javascriptReader } from "./javascript";
import { phpReader } from "./php";
import { pythonReader } from "./python";
import { exceptionOf, type ReadException, type ReadFrame, type TraceReader } from "./read-exception";
import { rubyReader } from "./ruby";
import { traceLines } from "./trace-lines";

/** Where two families could have printed the same line, the first of these is taken. */
const READERS: readonly TraceReader[] = [
  pythonReader,
  javaReader,
  javascriptReader,
  phpReader,
  dartReader,
  goReader,
  rubyReader,
  csharpReader,
  browserReader,
];

const EXCEPTIONS_MAX = 100;
const FRAMES_MAX = 1000;
/** The most lines that a reader looks at to tell one: a place, the source line, and the pointer below it. */
const LINES_TOLD_BY = 3;
/** Without frames, only the beginning can name what failed. */
const HEAD_LINES = 50;

/** As `parseTrace`, each frame with a guess whether it is of the application's own code. */
export function readTrace(raw: string, language: string | null = null): ReadException[] {
  return parseTrace(raw, language).map((exception) => ({
    ...exception,
    frames: exception.frames.map(withGuess),
  }));
}

const withGuess = (frame: ReadFrame): ReadFrame =>
  frame.in_app === undefined ? { ...frame, in_app: guessInApp(frame) } : frame;

/**
 * Reads a stack trace as a runtime printed it, as well as can be: exceptions outermost first, frames newest first
 * (CONTRACT "Frames"). The language, when given, decides between families; else the first telling line does. Of
 * several traces in one text only the first is read. Never throws; empty where nothing is recognised.
 */
export function parseTrace(raw: string, language: string | null = null): ReadException[] {
  const lines = traceLines(raw);
  const reader = readerFor(lines, language?.toLowerCase() ?? null);
  const read = reader?.read(lines) ?? [];
  return bounded(read.length > 0 ? read : withoutFrames(lines));
}

function readerFor(lines: readonly string[], language: string | null): TraceReader | null {
  const named = READERS.filter(({ languages }) => language !== null && languages.includes(language));
  return named.find((reader) => reader.find(lines) >= 0) ?? readerByLines(lines);
}

/** Once a line has told a family, only those before it are searched for another; a few beyond, for pairs of lines. */
function readerByLines(lines: readonly string[]): TraceReader | null {
  let chosen: { reader: TraceReader; at: number } | null = null;
  for (const reader of READERS) {
    const at = reader.find(chosen === null ? lines : lines.slice(0, chosen.at + LINES_TOLD_BY));
    if (at >= 0 && (chosen === null || at < chosen.at)) chosen = { reader, at };
  }
  return chosen?.reader ?? null;
}

/** `AssertionError` or `ValueError: no` alone. */
function withoutFrames(lines: readonly string[]): ReadException[] {
  for (const line of lines.slice(0, HEAD_LINES)) {
    const head = errorHead(line);
    if (head) return [exceptionOf(head)];
  }
  return [];
}

function bounded(exceptions: readonly ReadException[]): ReadException[] {
  let left = FRAMES_MAX;
  return exceptions.slice(0, EXCEPTIONS_MAX).map((exception) => {
    const frames = exception.frames.slice(0, left);
    left -= frames.length;
    return { ...exception, message: exception.message?.trim() || null, frames };
  });
}
