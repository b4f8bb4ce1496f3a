/** Items that something is to be done to: those ticked, or all that match. */
export type Chosen = { ids: ReadonlySet<number>; matching: boolean };

export const NOTHING: Chosen = { ids: new Set(), matching: false };

/** Ticks one, or takes the tick away; of "all that match", what is listed is left. */
export function toggled({ ids }: Chosen, id: number): Chosen {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, matching: false };
}

/** All that are listed, or none if all were. */
export function toggledAll({ ids }: Chosen, listed: readonly number[]): Chosen {
  const all = listed.length > 0 && listed.every((id) => ids.has(id));
  return all ? NOTHING : { ids: new Set([...ids, ...listed]), matching: false };
}
