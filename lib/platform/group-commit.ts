import { transientError } from "@/domain/errors";

type Entry<Item, Result> = {
  item: Item;
  weight: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

export type GroupCommitOptions<Item, Result> = {
  /** Makes a batch durable and answers one result per item, in order. */
  flush: (batch: Item[]) => Promise<Result[]>;
  /** Whether a failed batch should be tried item by item: no when the database is away. */
  isolates: (error: unknown) => boolean;
  /** Weight (events) that one flush takes at most. */
  maxBatchWeight: number;
  /** Weight that may wait; beyond it `submit` refuses, so memory stays bounded. */
  maxQueuedWeight: number;
  /** Two flushes in flight beat one by half, a third adds little (measured; docs/decisions/0003). */
  maxInFlight: number;
  /** Weight that must wait before a flush starts beside another; fewer are stored cheaper by one transaction. */
  overlapFrom?: number;
};

/**
 * Concurrent submissions share one transaction, and each is answered only after the commit that holds it:
 * nothing is acknowledged that a crash could lose.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  #queue: Entry<Item, Result>[] = [];
  #queuedWeight = 0;
  #inFlight = 0;
  #pumping = false;
  #idle: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /** Weight waiting for a flush. */
  get queued(): number {
    return this.#queuedWeight;
  }

  /** Whether nothing waits and nothing is under way. */
  get idle(): boolean {
    return this.#queue.length === 0 && this.#inFlight === 0;
  }

  /** Resolves with the item's result once it is durable; rejects with `buffer_full` when too much waits. */
  submit(item: Item, weight: number): Promise<Result> {
    if (this.#queuedWeight > 0 && this.#queuedWeight + weight > this.#options.maxQueuedWeight) {
      return Promise.reject(
        transientError("buffer_full", "More is arriving than can be stored; send it again in a moment.", 1, {
          quota: { most: this.#options.maxQueuedWeight },
        }),
      );
    }
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ item, weight, resolve, reject });
      this.#queuedWeight += weight;
      this.#pumpSoon();
    });
  }

  /** Resolves when everything submitted so far has been answered. */
  drain(): Promise<void> {
    if (this.idle) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** At the end of this turn, so that what comes in with it goes into the same flush. */
  #pumpSoon(): void {
    if (this.#pumping || !this.#mayFlush()) return;
    this.#pumping = true;
    setImmediate(() => {
      this.#pumping = false;
      this.#pump();
    });
  }

  #mayFlush(): boolean {
    const { maxInFlight, overlapFrom = 0 } = this.#options;
    if (this.#queue.length === 0) return false;
    return this.#inFlight === 0 || (this.#inFlight < maxInFlight && this.#queuedWeight >= overlapFrom);
  }

  #pump(): void {
    while (this.#mayFlush()) {
      const batch = this.#take();
      this.#inFlight += 1;
      void this.#run(batch).finally(() => {
        this.#inFlight -= 1;
        this.#pumpSoon();
        if (this.idle) for (const resolve of this.#idle.splice(0)) resolve();
      });
    }
  }

  #take(): Entry<Item, Result>[] {
    let weight = 0;
    let count = 0;
    for (const entry of this.#queue) {
      if (count > 0 && weight + entry.weight > this.#options.maxBatchWeight) break;
      weight += entry.weight;
      count += 1;
    }
    this.#queuedWeight -= weight;
    return this.#queue.splice(0, count);
  }

  async #run(batch: Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.flush(batch.map((entry) => entry.item));
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      if (batch.length === 1 || !this.#options.isolates(error)) {
        for (const entry of batch) entry.reject(error);
        return;
      }
      // One poisoned submission must not fail its neighbours: each gets its own transaction.
      for (const entry of batch) await this.#run([entry]);
    }
  }
}
