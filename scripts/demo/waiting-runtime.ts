import type { ApiClient } from "../replay/api-client";
import { acknowledge, askForVerdict, type Standing } from "./settle-case";
import type { UnknownEffect } from "./unknown-effect";

/** As long as the contract lets a poll wait. */
const WAIT_SECONDS = 60;
/** So many agents wait at once; older effects are left without one when newer come. */
const MOST_WAITING = 8;

const ACTIONS: Record<string, string> = {
  treat_as_done: "goes on as if the call had succeeded",
  safe_to_retry: "repeats the call",
  replan: "makes a new plan",
  stop: "stops and hands over to a person",
};

export function nameOf(effect: UnknownEffect): string {
  return `${effect.tool.name} ${effect.idempotency_key ?? effect.event_id}`;
}

/** What the agent does with a verdict, in words. */
export function describeVerdict(effect: UnknownEffect, standing: Standing): string {
  const action = ACTIONS[standing.directive ?? ""] ?? "waits";
  const key = standing.retry_with ? ` (${standing.retry_with.replace("_", " ")})` : "";
  return `Runtime: ${nameOf(effect)} was settled as ${standing.verdict}; the agent ${action}${key}.`;
}

/**
 * The agent processes that stopped at an unknown effect: each waits at `GET /verdicts` until a person has
 * settled it, acknowledges, and only then acts.
 */
export class WaitingRuntime {
  readonly #client: ApiClient;
  readonly #say: (text: string) => void;
  readonly #waiting = new Map<string, AbortController>();
  readonly #onError: (error: unknown) => void;

  constructor(client: ApiClient, say: (text: string) => void, onError: (error: unknown) => void) {
    this.#client = client;
    this.#say = say;
    this.#onError = onError;
  }

  isWaitingFor(effect: UnknownEffect): boolean {
    return this.#waiting.has(effect.event_id);
  }

  /** Begins to wait, in the background. */
  waitFor(effect: UnknownEffect): void {
    const leave = new AbortController();
    this.#waiting.set(effect.event_id, leave);
    if (this.#waiting.size > MOST_WAITING) this.#letGo();
    this.#wait(effect, leave.signal)
      .catch(this.#onError)
      .finally(() => this.#waiting.delete(effect.event_id));
  }

  #letGo(): void {
    const [oldest] = this.#waiting;
    if (!oldest) return;
    oldest[1].abort();
    this.#waiting.delete(oldest[0]);
  }

  async #wait(effect: UnknownEffect, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const standing = await askForVerdict(this.#client, effect, WAIT_SECONDS);
      if (standing.state !== "settled" || !standing.verdict_id) continue;
      if (!(await acknowledge(this.#client, standing.verdict_id))) continue;
      this.#say(describeVerdict(effect, standing));
      return;
    }
  }
}
