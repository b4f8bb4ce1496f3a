import type { Settings } from "@/domain/settings";

type Aliases = Settings["class_aliases"];

/** The aliases as they are edited, one a line: `governance = authorization`. */
export function linesOfAliases(aliases: Aliases): string {
  return Object.entries(aliases)
    .map(([alias, errorClass]) => `${alias} = ${errorClass}`)
    .join("\n");
}

/** The first line that does not say which class an alias is; null when all do. Whether they may is said by the door. */
export function faultOfAliases(lines: string): string | null {
  const wrong = written(lines).find((line) => partsOf(line) === null);
  return wrong === undefined ? null : `Write “${wrong.slice(0, 60)}” as alias = class.`;
}

/** What was written, as the wire wants it. */
export function aliasesOfLines(lines: string): Aliases {
  const parts = written(lines).flatMap((line) => partsOf(line) ?? []);
  // The door says which classes there are.
  return Object.fromEntries(parts.map(({ alias, name }) => [alias, name])) as Aliases;
}

function written(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** An alias may hold an equals sign, a class may not. Classes are read in any case. */
function partsOf(line: string): { alias: string; name: string } | null {
  const [, alias = "", name = ""] = /^(.*\S)\s*=\s*([^=\s]+)$/.exec(line) ?? [];
  return alias === "" ? null : { alias: alias.toLowerCase(), name: name.toLowerCase() };
}
