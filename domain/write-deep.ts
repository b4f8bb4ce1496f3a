type Open = { holder: object; names: string[] | null; at: number };

/**
 * JSON of any depth, as `JSON.stringify` writes it where the stack suffices. `write`: what is written at once, a value
 * without members or a name.
 */
export function writeDeep(value: unknown, write: (plain: unknown) => string): string {
  const text = new Pieces();
  const open: Open[] = [];
  const enter = (entered: unknown) => {
    if (!hasMembers(entered)) return text.add(write(entered));
    const names = Array.isArray(entered) ? null : namesOf(entered);
    text.add(names === null ? "[" : "{");
    open.push({ holder: entered, names, at: 0 });
  };
  enter(value);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { holder, names, at } = last;
    if (at === (names ?? (holder as unknown[])).length) {
      text.add(names === null ? "]" : "}");
      open.pop();
      continue;
    }
    last.at += 1;
    const name = names?.[at] ?? String(at);
    text.add(`${at === 0 ? "" : ","}${names === null ? "" : `${write(name)}:`}`);
    enter(Reflect.get(holder, name));
  }
  return text.whole();
}

/** Without what is undefined, as `JSON.stringify` leaves it out. */
function namesOf(holder: object): string[] {
  return Object.keys(holder).filter((name) => Reflect.get(holder, name) !== undefined);
}

function hasMembers(value: unknown): value is object {
  return (
    Array.isArray(value) || (typeof value === "object" && value !== null && Object.keys(value).length > 0)
  );
}

const PIECE_CHARACTERS = 8192;

/** Millions of brackets would be millions of texts. */
class Pieces {
  readonly #pieces: string[] = [];
  #last = "";

  add(text: string): void {
    this.#last += text;
    if (this.#last.length < PIECE_CHARACTERS) return;
    this.#pieces.push(this.#last);
    this.#last = "";
  }

  whole(): string {
    return this.#pieces.join("") + this.#last;
  }
}
