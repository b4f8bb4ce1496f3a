import { skeletonOf } from "./reference";

/** Ours, and the one in most producers' examples: left away most. */
export const OWN_PREFIX = "err";

/** The beginnings of references that people leave away: `err`, and those given, which producers use. */
export function foldPrefixes(prefixes: readonly string[]): string[] {
  return [...new Set([OWN_PREFIX, ...prefixes.map(skeletonOf)])].filter((prefix) => prefix !== "");
}

/** The letters before a reference's first separator, or capitals before its first figure: `req` of `req_01H`, `INC` of `INC1`. */
export function prefixOf(reference: string): string | null {
  return /^(?:\p{L}{2,8}(?=[\p{P}\p{S}])|[A-Z]{2,8}(?=\d))/u.exec(reference)?.[0] ?? null;
}

const COMMON_MAX = 8;
const PREFIXES_MAX = 16;

/** The prefixes of references, the commonest of the newest first, then those of one of each: a busy producer hides none. */
export function prefixesAmong(newest: readonly string[], each: readonly string[]): string[] {
  const prefixes = (references: readonly string[]) =>
    references.flatMap((reference) => prefixOf(reference)?.toLowerCase() ?? []);
  const counts = new Map<string, number>();
  for (const prefix of prefixes(newest)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1]).map(([prefix]) => prefix);
  const others = [...prefixes(each), ...common.slice(COMMON_MAX)];
  return [...new Set([...common.slice(0, COMMON_MAX), ...others])].slice(0, PREFIXES_MAX);
}
