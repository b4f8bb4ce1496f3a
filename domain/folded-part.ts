import { asksAbout, type EventFilters, VALUE_FILTERS, type ValueFilter } from "./filters";
import type { Confinement } from "./permissions";
import type { Grouping } from "./rate-rows";

/** What a folded day knows beside class and `unmapped`: one part, or none of them. */
export const FOLDED_PARTS = ["none", "tool", "code", "effect", "release"] as const;
export type FoldedPart = (typeof FOLDED_PARTS)[number];

/** What every folded day knows. */
const ALWAYS_KNOWN: readonly ValueFilter[] = ["class", "unmapped"];

type Question = { filters: EventFilters; confinement: Confinement };

/**
 * The part whose folded days answer the question; null where it looks at more than one, or at a place or a tenant, or is
 * asked by somebody who sees only some of them.
 */
export function foldedPartOf(
  { filters, confinement }: Question,
  group_by: Grouping | undefined,
): FoldedPart | null {
  if (Object.values(confinement).some((allowed) => allowed !== null)) return null;
  const asked = VALUE_FILTERS.filter((name) => group_by === name || asksAbout(filters, name));
  const [part = "none", ...more] = asked.filter((name) => !ALWAYS_KNOWN.includes(name));
  if (more.length > 0) return null;
  return FOLDED_PARTS.find((each) => each === part) ?? null;
}
