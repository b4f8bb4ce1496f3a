import { ownText } from "./own-text";

const CHARACTERS_MOST = 300;
const TEXTS_MOST = 10_000;

/**
 * Texts of which something was found out that holds as long as they are what they are: the same hints and the same lines
 * of source come again and again. A flood of others empties it.
 */
export class RecurringTexts {
  readonly #known = new Set<string>();

  has(text: string): boolean {
    return this.#known.has(text);
  }

  add(text: string): void {
    if (text.length > CHARACTERS_MOST) return;
    if (this.#known.size >= TEXTS_MOST) this.#known.clear();
    this.#known.add(ownText(text));
  }
}
