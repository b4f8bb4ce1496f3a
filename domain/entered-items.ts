import type { ItemStatus } from "./item-results";

/**
 * What became of items with a key each, given the keys that were new: the first of a key that is new was
 * accepted; every other is a duplicate where its content equals what is stored, else a conflict.
 */
export function judgeEntered<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  contentOf: (item: Item) => string,
  entered: ReadonlySet<string>,
  stored: ReadonlyMap<string, string>,
): ItemStatus[] {
  const first = new Map<string, string>();
  return items.map((item) => {
    const [key, content] = [keyOf(item), contentOf(item)];
    const known = first.get(key) ?? stored.get(key);
    if (entered.has(key) && !first.has(key)) {
      first.set(key, content);
      return "accepted";
    }
    return known === content ? "duplicate" : "conflict";
  });
}

/** The first item of each key: what a batch may insert. */
export function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
