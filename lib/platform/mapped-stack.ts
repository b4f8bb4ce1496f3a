import { readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { dirname, resolve } from "node:path";

/** A place in a file that was built, as a line of a V8 stack tells it. */
const BUILT_PLACE = /(?<=\(|\bat )(\/[^:\n]+\/\.next\/[^:\n]+\.js):(\d+):(\d+)/g;
const CHAIN_MAX = 6;

/**
 * Tells the stacks of an error and its causes by the sources that the pages were built from, where the build left its
 * maps; what cannot be told so stays. The error itself is changed, so call it where nobody else reads the stack.
 */
export async function tellSources(thrown: unknown): Promise<void> {
  const maps = new Map<string, Promise<SourceMap | null>>();
  let current = thrown;
  for (let depth = 0; depth < CHAIN_MAX && current instanceof Error; depth += 1) {
    const told = await bySources(current.stack ?? "", maps);
    if (told !== current.stack) Reflect.set(current, "stack", told);
    current = current.cause;
  }
}

async function bySources(stack: string, maps: Map<string, Promise<SourceMap | null>>): Promise<string> {
  let told = "";
  let from = 0;
  for (const place of stack.matchAll(BUILT_PLACE)) {
    const [whole, file = "", line, column] = place;
    const map = maps.get(file) ?? readMap(file);
    maps.set(file, map);
    const origin = (await map)?.findOrigin(Number(line), Number(column));
    told += stack.slice(from, place.index) + (placeOf(origin, file) ?? whole);
    from = place.index + whole.length;
  }
  return told + stack.slice(from);
}

async function readMap(file: string): Promise<SourceMap | null> {
  try {
    return new SourceMap(JSON.parse(await readFile(`${file}.map`, "utf8")));
  } catch {
    return null;
  }
}

function placeOf(origin: ReturnType<SourceMap["findOrigin"]> | undefined, file: string): string | null {
  if (origin === undefined || !("fileName" in origin) || origin.fileName === undefined) return null;
  return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
}
