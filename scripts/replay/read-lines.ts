import { createReadStream } from "node:fs";

export type Line = {
  /** Counted from 1, as editors do. */
  number: number;
  /** Null when the line is longer than the limit and was passed over unread. */
  text: string | null;
  /** Offset just behind the line, for progress. */
  end: number;
};

const NEWLINE = 10;
const BYTE_ORDER_MARK = "\uFEFF";

/** Collects the pieces of one line, up to a limit; beyond it only the fact is kept. */
class LineBuffer {
  #pieces: Buffer[] = [];
  #size = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size <= this.#limit) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  take(): string | null {
    const text = this.#size > this.#limit ? null : Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#size = 0;
    return text;
  }
}

/**
 * The non-blank lines of NDJSON bytes, in memory bounded by `maxLineBytes`. node:readline won't do: it also
 * splits at U+2028 and U+2029, which JSON strings may hold, and keeps a line of any length in memory.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<Line> {
  const buffer = new LineBuffer(maxLineBytes);
  let number = 0;
  let offset = 0;
  const finish = (end: number): Line | null => {
    number += 1;
    const raw = buffer.take();
    const text = number === 1 && raw?.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw;
    return text !== null && text.trim() === "" ? null : { number, text, end };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      buffer.add(chunk.subarray(start, at));
      start = at + 1;
      const line = finish(offset + start);
      if (line) yield line;
    }
    buffer.add(chunk.subarray(start));
    offset += chunk.length;
  }
  const last = buffer.isEmpty ? null : finish(offset);
  if (last) yield last;
}

/** The lines of a file, streamed. */
export function readFileLines(path: string, maxLineBytes: number): AsyncGenerator<Line> {
  return readLines(createReadStream(path, { highWaterMark: 256 * 1024 }), maxLineBytes);
}
