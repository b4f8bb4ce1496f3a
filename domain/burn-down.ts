/** A group is left to map while it turned up in so many days up to then; what stays away longer is gone. */
export const STAYS_DAYS = 7;

export type BurnDay = {
  /** Groups that turned up on this day. */
  seen: number;
  /** Groups that turned up within seven days up to then and were not marked as mapped. */
  left: number;
  /** Groups marked as mapped by then, as far as that holds. */
  mapped: number;
};

/**
 * How many groups are left to map, day by day. `seen`: on which days each group turned up, counted from the first day,
 * negative before it. `mapped`: on which day a group was marked, for marks that hold.
 */
export function burnDown(
  days: number,
  seen: ReadonlyMap<string, ReadonlySet<number>>,
  mapped: ReadonlyMap<string, number>,
): BurnDay[] {
  return Array.from({ length: days }, (_, day) => {
    const isMapped = (group: string) => (mapped.get(group) ?? Number.POSITIVE_INFINITY) <= day;
    const isThere = (on: ReadonlySet<number>) =>
      Array.from({ length: STAYS_DAYS }, (_, back) => day - back).some((one) => on.has(one));
    return {
      seen: [...seen.values()].filter((on) => on.has(day)).length,
      left: [...seen].filter(([group, on]) => isThere(on) && !isMapped(group)).length,
      mapped: [...mapped.values()].filter((on) => on <= day).length,
    };
  });
}
