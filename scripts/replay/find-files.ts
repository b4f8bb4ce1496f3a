import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { KIND_RULES, type KindRule, ruleFor } from "./kinds";
import { UsageError } from "./usage-error";

export type DataFile = { rule: KindRule; path: string; name: string; bytes: number };
export type DataSet = { files: DataFile[]; ignored: string[] };

const KNOWN_NAMES = KIND_RULES.map((rule) => `${rule.kind}.ndjson`);
const permitted = () => KNOWN_NAMES.join(", ");

/** `events.ndjson` → the rule for events; undefined for every other name. */
function ruleForName(name: string): KindRule | undefined {
  return name.endsWith(".ndjson") ? ruleFor(name.slice(0, -".ndjson".length)) : undefined;
}

async function describe(path: string, rule: KindRule): Promise<DataFile> {
  const { size } = await stat(path);
  return { rule, path, name: basename(path), bytes: size };
}

async function findInFolder(folder: string): Promise<DataSet> {
  const names = (await readdir(folder)).sort();
  const rules = KIND_RULES.filter((rule) => names.includes(`${rule.kind}.ndjson`));
  if (rules.length === 0) throw new UsageError(`${folder} holds none of ${permitted()}.`);
  const files = await Promise.all(rules.map((rule) => describe(join(folder, `${rule.kind}.ndjson`), rule)));
  return { files, ignored: names.filter((name) => !ruleForName(name)) };
}

/**
 * The files of a data set, in sending order. A folder's other files are named as ignored; a single file is
 * known by its name, or by `as`. Throws UsageError when there is nothing that could be sent.
 */
export async function findFiles(path: string, as?: string): Promise<DataSet> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UsageError(`${path} does not exist.`);
  if (found.isDirectory()) {
    if (as) throw new UsageError("--as is for a single file; a folder's files are known by their names.");
    return findInFolder(path);
  }
  const rule = as ? ruleFor(as) : ruleForName(basename(path));
  if (!rule && as)
    throw new UsageError(`--as ${as}: say one of ${KIND_RULES.map((r) => r.kind).join(", ")}.`);
  if (!rule) throw new UsageError(`${path} is none of ${permitted()}; say what it holds with --as events.`);
  return { files: [await describe(path, rule)], ignored: [] };
}
