/** Bounds the memory an attacker can take by inventing names. */
const MAX_NAMES = 50_000;

export type AttemptRule = { name: string; max: number; windowSeconds: number };
type Window = { count: number; endsAt: number };

/** Counts attempts by name in fixed windows, in this process. */
export class AttemptLimit {
  readonly #windows = new Map<string, Window>();

  /** Counts one attempt; the seconds to wait when it is one too many, else null. */
  take({ name, max, windowSeconds }: AttemptRule, now = Date.now()): number | null {
    const current = this.#windows.get(name);
    if (current === undefined || current.endsAt <= now) {
      this.#makeRoom(now);
      this.#windows.set(name, { count: 1, endsAt: now + windowSeconds * 1000 });
      return null;
    }
    current.count += 1;
    return current.count > max ? Math.ceil((current.endsAt - now) / 1000) : null;
  }

  /** Forgets the attempts under this name; for after a success. */
  clear(name: string): void {
    this.#windows.delete(name);
  }

  #makeRoom(now: number): void {
    if (this.#windows.size < MAX_NAMES) return;
    for (const [name, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(name);
    // Still full: all are live. The oldest go, for a bound on memory outranks a bound on one attacker.
    for (const name of this.#windows.keys()) {
      if (this.#windows.size < MAX_NAMES) return;
      this.#windows.delete(name);
    }
  }
}
