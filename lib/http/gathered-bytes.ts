/** From here on parts are copied into one buffer as they come: joined in the end, a large body is held twice. */
const IN_ONE_BYTES = 1024 * 1024;

/** A body of at most so many bytes, out of its parts. */
export class GatheredBytes {
  readonly #most: number;
  #size = 0;
  #parts: Buffer[] = [];
  #whole: Buffer | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  add(part: Buffer): void {
    if (this.#whole === null && this.#size + part.length <= IN_ONE_BYTES) this.#parts.push(part);
    else this.#copy(part);
    this.#size += part.length;
  }

  bytes(): Buffer {
    if (this.#whole !== null) return this.#whole.subarray(0, this.#size);
    const [first] = this.#parts;
    return this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.#size);
  }

  #copy(part: Buffer): void {
    if (this.#whole === null) {
      this.#whole = room(this.#most);
      this.#whole.set(Buffer.concat(this.#parts, this.#size));
      this.#parts = [];
    }
    this.#whole.set(part, this.#size);
  }
}

/** Only what is written of it takes memory: nothing is cleared, and the system gives a page when it is touched. */
const room = (bytes: number) => Buffer.allocUnsafeSlow(bytes);
