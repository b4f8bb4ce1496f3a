import { sanitizeText } from "./text";

export type Sanitized = { value: unknown; sanitized: boolean };

/**
 * The parsed JSON with every text and name in it as PostgreSQL takes it, and whether something had to be replaced, here
 * or, where `wasReplaced` says that of a text, before. Changes the value in place, at any depth.
 */
export function sanitizeParsed(parsed: unknown, wasReplaced: (text: string) => boolean): Sanitized {
  let sanitized = false;
  const clean = (text: string): string => {
    const cleaned = sanitizeText(text);
    if (cleaned !== text || wasReplaced(text)) sanitized = true;
    return cleaned;
  };
  const box = [parsed];
  const open: object[] = [box];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (!Array.isArray(holder)) cleanNames(holder, clean);
    for (const name of Object.keys(holder)) {
      const value: unknown = Reflect.get(holder, name);
      if (typeof value === "string") Reflect.set(holder, name, clean(value));
      else if (typeof value === "object" && value !== null) open.push(value);
    }
  }
  return { value: box[0], sanitized };
}

/** In their order; of two that read alike now, the last stays, as in JSON. */
function cleanNames(holder: object, clean: (text: string) => string): void {
  const names = Object.keys(holder);
  const cleaned = names.map(clean);
  if (cleaned.every((name, at) => name === names[at])) return;
  const values = names.map((name): unknown => Reflect.get(holder, name));
  for (const name of names) Reflect.deleteProperty(holder, name);
  // Assigned, `__proto__` would not become a member.
  for (const [at, name] of cleaned.entries())
    Object.defineProperty(holder, name, {
      value: values[at],
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
