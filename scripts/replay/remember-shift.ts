import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const remembered = z.object({
  shift_seconds: z.number().int(),
  newest: z.string(),
  computed_at: z.string(),
  data_set: z.string(),
});
/** A shift once computed. `newest` and `data_set` are for the person who reads the file. */
export type RememberedShift = z.infer<typeof remembered>;
const stateShape = z.record(z.string(), z.record(z.string(), remembered));
type State = z.infer<typeof stateShape>;

async function readState(path: string): Promise<State> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return "{}";
    throw cause;
  });
  try {
    return stateShape.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} can't be read as remembered shifts; move it away to start anew.`, { cause });
  }
}

/** The shift this data set was given on this server, or null the first time. */
export async function recallShift(
  path: string,
  server: string,
  content: string,
): Promise<RememberedShift | null> {
  return (await readState(path))[server]?.[content] ?? null;
}

/**
 * Remembers a shift before anything is sent: a replay that dies half-way is repeated with the same one. The
 * file is replaced whole, so that a crash leaves the old or the new.
 */
export async function rememberShift(
  path: string,
  server: string,
  content: string,
  shift: RememberedShift,
): Promise<void> {
  const state = await readState(path);
  state[server] = { ...state[server], [content]: shift };
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`);
  await rename(draft, path);
}
