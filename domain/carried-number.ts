/** What the copies of this module in one process share: the server and its pages are bundled apart. */
type Writing = { mark: string; writes: boolean; wrote: boolean };

const WRITING = Symbol.for("errata.carried-number.writing");
const BRAND = Symbol.for("errata.carried-number");

const writing = sharedWriting();

function sharedWriting(): Writing {
  const known: Writing | undefined = Reflect.get(globalThis, WRITING);
  const shared = known ?? { mark: `number:${randomText()}:`, writes: false, wrote: false };
  Reflect.set(globalThis, WRITING, shared);
  return shared;
}

/** Not `randomUUID`: over plain http a browser has none. */
function randomText(): string {
  return globalThis.crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/**
 * Stands before the digits inside a text that is being read or written, and nowhere else. Nobody knows it, so nobody
 * can send a text that is taken for a number.
 */
export const NUMBER_MARK = writing.mark;
const MARKED = new RegExp(`"${NUMBER_MARK}([^"]+)"`, "g");

/** A number as it was sent, where a double would change it. It has no members; whatever takes no number takes no such. */
export class CarriedNumber {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  get [BRAND](): true {
    return true;
  }

  /** `stringifyJson` writes a number; whatever else writes JSON writes its digits as text. */
  toJSON(): string {
    if (!writing.writes) return this.#digits;
    writing.wrote = true;
    return `${NUMBER_MARK}${this.#digits}`;
  }

  toString(): string {
    return this.#digits;
  }
}

/** Whether a value is a number that `parseJson` carried. */
export function isCarriedNumber(value: unknown): value is CarriedNumber {
  return typeof value === "object" && value !== null && Reflect.get(value, BRAND) === true;
}

/** What `write` writes as JSON, with carried numbers as numbers. */
export function markedNumbers(write: () => string): string {
  writing.writes = true;
  writing.wrote = false;
  try {
    const text = write();
    return writing.wrote ? text.replace(MARKED, "$1") : text;
  } finally {
    writing.writes = false;
  }
}
