import { setTimeout as delay } from "node:timers/promises";

/** Lets at most `rate` items a second through, on average since the first; null lets all through. */
export class Pace {
  readonly #rate: number | null;
  #startedAt: number | null = null;
  #passed = 0;

  constructor(rate: number | null) {
    this.#rate = rate;
  }

  /** How long to hold back the next items, in milliseconds. */
  holdMs(nowMs: number): number {
    if (this.#rate === null || this.#startedAt === null) return 0;
    return Math.max(0, this.#startedAt + (this.#passed / this.#rate) * 1000 - nowMs);
  }

  /** Waits for the turn of `items` more; rejects when the signal fires meanwhile. */
  async take(items: number, signal: AbortSignal): Promise<void> {
    const hold = this.holdMs(Date.now());
    this.#startedAt ??= Date.now();
    this.#passed += items;
    if (hold > 0) await delay(hold, undefined, { signal });
  }
}

/** Small batches for a small rate, so that it is a flow and not a gulp every few minutes. */
export function batchItemsFor(rate: number | null, most: number): number {
  return rate === null ? most : Math.max(1, Math.min(most, Math.floor(rate / 2)));
}
