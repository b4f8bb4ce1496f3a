import { type AlertDefinition, limitOf } from "./condition";
import type { AlertReading } from "./reading";
import type { AlertState } from "./states";

/** Where an alert stands, and since when; milliseconds since 1970. */
export type Standing = {
  state: AlertState;
  since: number;
  /** Since when its value has been above the limit without a break; while it is not firing. */
  over_since: number | null;
  /** Since when its value has been known to be no longer above, without a break; while it is firing. */
  clear_since: number | null;
  /** Since when nothing is known; null while something is. */
  unknown_since: number | null;
};

/** A change of state, with the reading that made it. */
export type StateChange = { from: AlertState; to: AlertState; reading: AlertReading };

/** What decides the change of states besides the value. */
export type Holds = Pick<AlertDefinition, "condition" | "for_minutes" | "resolve_after_minutes">;

const MINUTE = 60_000;
/** How long an alert that fired is shown as resolved rather than ok. */
export const RESOLVED_SHOWN_MILLIS = 24 * 60 * MINUTE;

/** An alert of which nothing is known yet. */
export function newStanding(at: number): Standing {
  return { state: "no_data", since: at, over_since: null, clear_since: null, unknown_since: at };
}

/**
 * What one reading makes of an alert (docs/alerts.md). It fires when the value has been above the limit at every reading
 * for `for_minutes`, and resolves when it has been known not to be at every reading for `resolve_after_minutes`. A reading
 * that knows nothing breaks both: it neither fires nor resolves.
 */
export function step(holds: Holds, was: Standing, reading: AlertReading): Standing {
  const { at, value } = reading;
  if (value === null) return unknown(was, at);
  const isOver = value > limitOf(holds.condition);
  const known = { ...was, unknown_since: null };
  if (was.state === "firing") {
    if (isOver) return { ...known, clear_since: null };
    const clear_since = was.clear_since ?? at;
    const isClear = at - clear_since >= holds.resolve_after_minutes * MINUTE;
    return isClear ? become(known, "resolved", at) : { ...known, clear_since };
  }
  if (!isOver) return { ...become(known, calm(was, at), at), over_since: null };
  const over_since = was.over_since ?? at;
  const isLong = at - over_since >= holds.for_minutes * MINUTE;
  return { ...become(known, isLong ? "firing" : "pending", at), over_since: isLong ? null : over_since };
}

/** A firing alert stays firing: nothing says that it is over. */
function unknown(was: Standing, at: number): Standing {
  const broken = { ...was, over_since: null, clear_since: null, unknown_since: was.unknown_since ?? at };
  return was.state === "firing" ? broken : become(broken, "no_data", at);
}

const calm = ({ state, since }: Standing, at: number): AlertState =>
  state === "resolved" && at - since < RESOLVED_SHOWN_MILLIS ? "resolved" : "ok";

function become(was: Standing, state: AlertState, at: number): Standing {
  return was.state === state ? was : { ...was, state, since: at, clear_since: null };
}

/**
 * The standing after a time in which nobody evaluated, or when the clock went back to before it: what it was stays, but no
 * run of readings reaches over the gap, and nothing lies in the future.
 */
export function afterGap(was: Standing, at: number): Standing {
  const { unknown_since } = was;
  return {
    ...was,
    since: Math.min(was.since, at),
    over_since: null,
    clear_since: null,
    unknown_since: unknown_since === null ? null : Math.min(unknown_since, at),
  };
}

/** What readings in the order of time make of an alert: where it stands after them, and every change on the way. */
export function evaluate(
  holds: Holds,
  start: Standing,
  readings: Iterable<AlertReading>,
): { standing: Standing; changes: StateChange[] } {
  const changes: StateChange[] = [];
  let standing = start;
  for (const reading of readings) {
    const next = step(holds, standing, reading);
    if (next.state !== standing.state) changes.push({ from: standing.state, to: next.state, reading });
    standing = next;
  }
  return { standing, changes };
}
