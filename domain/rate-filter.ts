import { LEFT_OUT, type ValueFilters } from "./filters";
import type { Grouping } from "./rate-rows";

type LeftOut = (typeof LEFT_OUT)[number];

/** The filter whose rows are exactly those of one series under a filter. Null is what was not reported. */
export function filterOfKey(filters: ValueFilters, group_by: Grouping, key: string | null): ValueFilters {
  if (key !== null) return { ...filters, [group_by]: [key] };
  if (group_by === "effect") return { ...filters, effect: ["null"] };
  const left: readonly string[] = LEFT_OUT;
  if (!left.includes(group_by)) throw new RangeError(`an event without ${group_by}`);
  return { ...filters, absent: [...new Set([...(filters.absent ?? []), group_by as LeftOut])] };
}

/** The filter whose rows are exactly those beyond the series that are drawn. */
export function filterOfOther(
  filters: ValueFilters,
  group_by: Grouping,
  drawn: readonly (string | null)[],
): ValueFilters {
  const taken = drawn.map((key) => `${group_by}:${key ?? ""}`);
  return { ...filters, except: [...new Set([...(filters.except ?? []), ...taken])] };
}
