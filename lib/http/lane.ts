type Waiter = { bytes: number; enter: (leave: () => void) => void };

/**
 * Lets in so many bytes at once, who comes first first; what is larger than that alone. Who is in leaves by the
 * function that it was given.
 */
export class Lane {
  readonly #most: number;
  #busy = 0;
  #waiting: Waiter[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** At once where there is room, else when there is; rejects with what `ended` gives once it aborts. */
  enter(bytes: number, ended: () => AbortSignal): (() => void) | Promise<() => void> {
    if (this.#waiting.length === 0 && this.#hasRoom(bytes)) return this.#let(bytes);
    return this.#wait(bytes, ended());
  }

  #wait(bytes: number, ended: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        bytes,
        enter: (leave) => {
          ended.removeEventListener("abort", giveUp);
          resolve(leave);
        },
      };
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(ended.reason);
        // Who stood behind may need less room.
        this.#admit();
      };
      if (ended.aborted) return reject(ended.reason);
      ended.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #hasRoom(bytes: number): boolean {
    return this.#busy === 0 || this.#busy + bytes <= this.#most;
  }

  #let(bytes: number): () => void {
    this.#busy += bytes;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#busy -= bytes;
      this.#admit();
    };
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first && this.#hasRoom(first.bytes); first = this.#waiting[0]) {
      this.#waiting.shift();
      first.enter(this.#let(first.bytes));
    }
  }
}
