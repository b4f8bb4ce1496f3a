import type { Hub } from "./context";

/** Who waits is woken by a hint; a lost one costs at most this. */
const LOOK_AGAIN_MS = 15_000;

/**
 * Wakes every poll of a hub at the same moment, so that their reads share statements: one by one, 5,000
 * polls that look again every 15 s would keep the database busy with nothing.
 */
class LookAgain {
  readonly #polls = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#polls.size;
  }

  add(wake: () => void): void {
    this.#polls.add(wake);
    this.#timer ??= setInterval(() => {
      for (const each of [...this.#polls]) each();
    }, LOOK_AGAIN_MS);
  }

  remove(wake: () => void): void {
    this.#polls.delete(wake);
    if (this.#polls.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const lookAgains = new WeakMap<Hub, LookAgain>();

function lookAgainOf(hub: Hub): LookAgain {
  const known = lookAgains.get(hub) ?? new LookAgain();
  lookAgains.set(hub, known);
  return known;
}

/** How many requests wait now. */
export function heldPolls(hub: Hub): number {
  return lookAgains.get(hub)?.size ?? 0;
}

/**
 * One waiting request, kept thin, since there are thousands: one timer, and no promise or abort signal for
 * each time it looks. What is published while it reads is remembered, so that nothing falls between.
 */
export class HeldPoll {
  readonly #hub: Hub;
  readonly #lookAgain: LookAgain;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #topics: readonly string[] = [];
  #woken = false;
  #over: "timeout" | "gone" | null = null;
  #sleeper: (() => void) | null = null;

  constructor(hub: Hub, seconds: number, signal: AbortSignal | undefined) {
    this.#hub = hub;
    this.#lookAgain = lookAgainOf(hub);
    this.#signal = signal;
    this.#timer = setTimeout(this.#end, seconds * 1000, "timeout");
    this.#lookAgain.add(this.#look);
    if (signal?.aborted) this.#end("gone");
    signal?.addEventListener("abort", this.#leave);
  }

  /** Waits for these topics from now on. */
  watch(topics: readonly string[]): void {
    this.#hub.unwatch(this.#topics, this.#wake);
    this.#topics = topics;
    this.#hub.watch(topics, this.#wake);
  }

  /**
   * Sleeps until there may be something new: `look`; until its time is over: `timeout`, to look a last time;
   * or until nobody waits any more: `gone`.
   */
  async woken(): Promise<"look" | "timeout" | "gone"> {
    if (!this.#woken && this.#over === null)
      await new Promise<void>((resolve) => {
        this.#sleeper = resolve;
      });
    this.#sleeper = null;
    this.#woken = false;
    return this.#over ?? "look";
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#lookAgain.remove(this.#look);
    this.#signal?.removeEventListener("abort", this.#leave);
    this.#hub.unwatch(this.#topics, this.#wake);
  }

  readonly #look = () => {
    this.#woken = true;
    this.#sleeper?.();
  };
  readonly #wake = (reason: string) => (reason === "closed" ? this.#end("gone") : this.#look());
  readonly #leave = () => this.#end("gone");
  readonly #end = (over: "timeout" | "gone") => {
    if (this.#over !== "gone") this.#over = over;
    this.#sleeper?.();
  };
}
