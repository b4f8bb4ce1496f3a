import type { Effect } from "./effect";
import type { EventClass } from "./event-class";

type RunEvent = {
  source_id: number;
  event_id: string;
  reference: string;
  occurred_at: string;
  turn: number | null;
  attempt: number | null;
  tool: string;
  code: string;
  class: EventClass;
  effect: Effect | null;
  idempotency_key: string | null;
  service: string | null;
};

/**
 * A run's failures in the order they happened: by turn where every one names it, else by time, because
 * clocks of several hosts differ and turns do not.
 */
export function toRunTurns<Event extends RunEvent>(run: readonly Event[], about: readonly Event[]) {
  const last = about.at(-1);
  const everyTurn = run.every(({ turn }) => turn !== null);
  const inOrder = [...run].sort((a, b) => {
    const byTurn = everyTurn ? (a.turn ?? 0) - (b.turn ?? 0) || (a.attempt ?? 0) - (b.attempt ?? 0) : 0;
    return byTurn || (a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : 0);
  });
  return inOrder.map((event) => ({
    ...shown(event),
    is_this: isAbout(event, about),
    same_intent: last !== undefined && event.idempotency_key !== null && isSameIntent(event, last),
  }));
}

/** The attempts of an intent that a report is not about, in the order they come in. */
export function toOtherAttempts(
  intent: readonly (RunEvent & { run_id: string | null })[],
  about: readonly RunEvent[],
) {
  return intent
    .filter((event) => !isAbout(event, about))
    .map((event) => ({ ...shown(event), run_id: event.run_id }));
}

function shown(event: RunEvent) {
  const { event_id, reference, occurred_at, turn, attempt, tool, code, class: errorClass, effect } = event;
  return { event_id, reference, occurred_at, turn, attempt, tool, code, class: errorClass, effect };
}

const isAbout = (event: RunEvent, about: readonly RunEvent[]) =>
  about.some((one) => one.event_id === event.event_id && one.source_id === event.source_id);

type Intended = Pick<RunEvent, "tool" | "service" | "idempotency_key">;

/** Whether two failures of one run tried the same external effect. */
export function isSameIntent(a: Intended, b: Intended): boolean {
  return a.tool === b.tool && a.service === b.service && a.idempotency_key === b.idempotency_key;
}
