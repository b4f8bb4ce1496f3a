/** Items by a key, in their order. */
export function gather<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const gathered = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = gathered.get(key);
    if (known) known.push(item);
    else gathered.set(key, [item]);
  }
  return gathered;
}
