/**
 * The beginning of a JSON value, in the order in which it would be written: so many characters of its names and texts,
 * the last one cut. What comes behind is left out, so that nobody works on megabytes of which little is kept.
 */
export function beginningOf(value: unknown, most: number): { value: unknown; isWhole: boolean } {
  const left = { characters: most, isWhole: true };
  return { value: begin(value, left), isWhole: left.isWhole };
}

/** What can still be taken, and whether nothing was left out. */
type Left = { characters: number; isWhole: boolean };

function begin(value: unknown, left: Left): unknown {
  if (typeof value === "string") return beginText(value, left);
  if (Array.isArray(value)) return beginList(value, left);
  // Of another prototype are numbers that no double can carry.
  if (typeof value === "object" && value !== null && isPlain(value)) return beginObject(value, left);
  left.characters -= 1;
  return value;
}

function beginText(text: string, left: Left): string {
  const taken = text.length > left.characters ? text.slice(0, Math.max(0, left.characters)) : text;
  if (taken !== text) left.isWhole = false;
  left.characters -= taken.length + 2;
  return taken;
}

function beginList(list: readonly unknown[], left: Left): unknown[] {
  const taken: unknown[] = [];
  for (const item of list) {
    if (isSpent(left)) break;
    taken.push(begin(item, left));
  }
  return taken;
}

function beginObject(object: object, left: Left): object {
  const taken: [string, unknown][] = [];
  for (const name in object) {
    if (isSpent(left)) break;
    const begun = beginText(name, left);
    taken.push([begun, begun === name ? begin(Reflect.get(object, name), left) : null]);
  }
  // Assigned, `__proto__` would not become a member.
  return Object.fromEntries(taken);
}

function isSpent(left: Left): boolean {
  if (left.characters > 0) return false;
  left.isWhole = false;
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
