export type WakeReason = "published" | "timeout" | "aborted" | "closed";

export type WaitOptions = {
  /** Wake up anyway after this long and look again: a hint may have been lost. */
  timeoutMs: number;
  /** Gives up early, e.g. when the client has gone. */
  signal?: AbortSignal;
};

/** Wakes everyone who waits, whatever for: used when hints may have been missed. */
export const EVERYTHING = "*";

/**
 * Wakes those who wait for a topic in this process. A publication carries nothing: the row is the truth,
 * whoever wakes up reads it again.
 *
 * Waiting starts when `wait` is called, not when it is awaited, so nothing falls between the two:
 *
 *     const woken = hub.wait([topic], { timeoutMs, signal });
 *     const found = await read();
 *     if (!found) await woken;
 */
export class Hub {
  readonly #waiters = new Map<string, Set<(reason: WakeReason) => void>>();
  readonly #closing = new AbortController();
  readonly #relay: (topic: string) => void;

  /** `relay` carries what is published here to the other processes. */
  constructor(relay: (topic: string) => void = () => {}) {
    this.#relay = relay;
  }

  /** Aborts when the process stops, for streams that end themselves. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Sleeps until one of the topics is published, the time is over, the signal aborts or the hub closes. */
  wait(topics: readonly string[], { timeoutMs, signal }: WaitOptions): Promise<WakeReason> {
    if (this.#closing.signal.aborted) return Promise.resolve("closed");
    if (signal?.aborted) return Promise.resolve("aborted");
    return new Promise((resolve) => {
      const wake = (reason: WakeReason) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.unwatch(topics, wake);
        resolve(reason);
      };
      const onAbort = () => wake("aborted");
      const timer = setTimeout(wake, timeoutMs, "timeout");
      signal?.addEventListener("abort", onAbort);
      this.watch(topics, wake);
    });
  }

  /**
   * Calls `wake` at every publication of one of the topics and when the hub closes, until `unwatch`. For those
   * who wait by the thousand: no timer and no promise each.
   */
  watch(topics: readonly string[], wake: (reason: WakeReason) => void): void {
    if (this.#closing.signal.aborted) wake("closed");
    else for (const topic of topics) this.#remember(topic, wake);
  }

  unwatch(topics: readonly string[], wake: (reason: WakeReason) => void): void {
    for (const topic of topics) this.#forget(topic, wake);
  }

  /** Wakes everyone who waits for the topic, here and in other processes. Call it after the commit. */
  publish(topic: string): void {
    this.wake(topic);
    this.#relay(topic);
  }

  /** Wakes those in this process only: for what another process published. `EVERYTHING` wakes all. */
  wake(topic: string): void {
    if (topic === EVERYTHING) this.#wakeAll("published");
    else for (const wake of [...(this.#waiters.get(topic) ?? [])]) wake("published");
  }

  /** Ends every wait, now and from now on. */
  close(): void {
    this.#closing.abort();
    this.#wakeAll("closed");
  }

  /** How many topics are waited for. */
  get size(): number {
    return this.#waiters.size;
  }

  #wakeAll(reason: WakeReason): void {
    const everyone = new Set([...this.#waiters.values()].flatMap((waiters) => [...waiters]));
    for (const wake of everyone) wake(reason);
  }

  #remember(topic: string, wake: (reason: WakeReason) => void): void {
    const waiters = this.#waiters.get(topic);
    if (waiters) waiters.add(wake);
    else this.#waiters.set(topic, new Set([wake]));
  }

  #forget(topic: string, wake: (reason: WakeReason) => void): void {
    const waiters = this.#waiters.get(topic);
    waiters?.delete(wake);
    if (waiters?.size === 0) this.#waiters.delete(topic);
  }
}
