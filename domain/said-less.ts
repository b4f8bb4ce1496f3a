import type { Effect } from "./effect";
import type { EventClass } from "./event-class";

/** The parts of a body that a model needs to correct itself; what was not sent is null or undefined. */
export type SaidBody = {
  class: EventClass;
  effect: Effect | null;
  message?: unknown;
  field?: unknown;
  permitted?: unknown;
  hint?: unknown;
  retryable?: boolean | null;
  retry_after?: unknown;
};

export type Lack = { field: string; why: string };

/**
 * What a body fails to say although its class needs it (EXPERIENCE "saying less"). `writes` is what is known of the
 * tool: only one declared read-only may leave the effect out.
 */
export function lacksOf(body: SaidBody, writes: boolean | null): Lack[] {
  const lacks: Lack[] = [];
  const need = (said: boolean, field: string, why: string) => said || lacks.push({ field, why });
  need(isSaid(body.message), "message", "Nothing tells the model in words what happened.");
  if (body.class === "validation") {
    need(isSaid(body.field), "field", "The model has to guess which argument to change.");
    need(
      isSaid(body.permitted) || isSaid(body.hint),
      "permitted or hint",
      "The model knows that it is wrong, not what would be right.",
    );
  }
  // Whoever is told not to repeat has nothing to wait for.
  if (body.class === "transient" && body.retryable !== false)
    need(isSaid(body.retry_after), "retry_after", "The model repeats the call as fast as it can.");
  if (writes !== false)
    need(
      body.effect !== null,
      "effect",
      "If the tool writes, nobody can tell whether a repeat would do it twice.",
    );
  return lacks;
}

function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}
