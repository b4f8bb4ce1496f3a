import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transientError } from "@/domain/errors";

const CHUNK = 64 * 1024;

export type Spool = {
  write: (text: string) => Promise<void>;
  /** All of it from the start, at the reader's pace; closes the file, also when the reader leaves early. */
  read: () => AsyncGenerator<string>;
  /** For when it is not read after all. */
  close: () => Promise<void>;
};

/**
 * A place for text that is made faster than it is taken, outside of memory: a temporary file that only this
 * process can read and that is gone with it, because its name is removed as soon as it is open.
 * Throws `no_room` when the temporary folder takes nothing.
 */
export async function openSpool(): Promise<Spool> {
  const file = await withRoom(openUnnamed);
  let waiting = "";
  const flush = async () => {
    const text = waiting;
    waiting = "";
    if (text !== "") await withRoom(() => file.appendFile(text));
  };
  return {
    write: async (text) => {
      waiting += text;
      if (waiting.length >= CHUNK) await flush();
    },
    read: async function* () {
      try {
        await flush();
        yield* textOf(file);
      } finally {
        await file.close();
      }
    },
    close: () => file.close(),
  };
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `errata-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

async function* textOf(file: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(CHUNK);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
  yield decoder.decode();
}

async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    throw transientError("no_room", "There is no room for temporary files just now.", 30, { cause });
  }
}
