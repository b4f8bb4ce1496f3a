/** The rows of a list that something is to be done to. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** Everything that matches, also what is not listed yet; `ids` then only says what is drawn as selected */
  matching: boolean;
  /** Where a range starts, and what was selected before it began */
  anchor: string | null;
  base: ReadonlySet<string>;
};

export const NOTHING_SELECTED: Selection = {
  ids: new Set(),
  matching: false,
  anchor: null,
  base: new Set(),
};

/** Adds or takes away one row; the next range starts from it. Of "everything that matches", what is listed is left. */
export function toggleRow(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, matching: false, anchor: id, base: ids };
}

/**
 * Selects from where the range started to `to`, both included, on top of what was selected before; coming back takes
 * away again. `from` starts it where none has started.
 */
export function extendTo(
  selection: Selection,
  order: readonly string[],
  to: string,
  from: string = to,
): Selection {
  const anchor = selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : from;
  const [start, end] = [order.indexOf(anchor), order.indexOf(to)].sort((one, other) => one - other);
  if (start === undefined || end === undefined || start < 0) return selection;
  const range = order.slice(start, end + 1);
  return { ids: new Set([...selection.base, ...range]), matching: false, anchor, base: selection.base };
}

/** All listed rows, or none if all were. */
export function toggleAll(selection: Selection, order: readonly string[]): Selection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  if (all) return NOTHING_SELECTED;
  const ids = new Set([...selection.ids, ...order]);
  return { ids, matching: false, anchor: null, base: ids };
}

/** Everything that matches, listed or not. */
export function selectMatching(order: readonly string[]): Selection {
  const ids = new Set(order);
  return { ids, matching: true, anchor: null, base: ids };
}
