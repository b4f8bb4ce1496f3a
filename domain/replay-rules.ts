import { addSeconds } from "./instant";
import { parseJson } from "./json";
import type { Pins } from "./permissions";
import type { Rejection } from "./reported-event";

/** Why an item stays as it is, in the words of a single answer. */
export type ReplayReason = { code: string; message: string };

/** Doors whose items can be sent again from here. */
export const REPLAYABLE_DOORS = ["events", "frames", "calls", "recoveries", "releases"] as const;
export type ReplayableDoor = (typeof REPLAYABLE_DOORS)[number];

export function isReplayableDoor(door: string): door is ReplayableDoor {
  return (REPLAYABLE_DOORS as readonly string[]).includes(door);
}

type Item = { door: string; reason: string; payload: string; cut: boolean };

/** Why this item cannot be mended here; null when it can. */
export function whyNotReplayable(item: Item): ReplayReason | null {
  const { door, reason, payload, cut } = item;
  if (!isReplayableDoor(door)) return REASONS.door_not_replayable;
  if (cut) return REASONS.payload_cut;
  if (readPayload(payload) === undefined) return REASONS.payload_unreadable;
  if (door === "calls" && reason === "conflict") return REASONS.report_counted;
  return null;
}

/** The item as it was kept; undefined when that is no JSON. */
export function readPayload(payload: string): unknown {
  try {
    return parseJson(payload);
  } catch {
    return undefined;
  }
}

const REASONS = {
  door_not_replayable: {
    code: "door_not_replayable",
    message: "What comes in at this door is not sent again from here; ask the producer to send it again.",
  },
  payload_cut: {
    code: "payload_cut",
    message: "It was longer than what is kept, so its end is missing; ask the producer to send it again.",
  },
  payload_unreadable: {
    code: "payload_unreadable",
    message: "It is not JSON, so it has no fields to mend; ask the producer to send it again.",
  },
  report_counted: {
    code: "report_counted",
    message:
      "Its report is counted with other lines already; what is missing needs a report of its own from the producer.",
  },
} as const satisfies Record<string, ReplayReason>;

/** Why an item was left as it is when its turn came. */
export const SKIPPED = {
  already_replayed: { code: "already_replayed", message: "It was sent again meanwhile, and stored." },
  already_dismissed: { code: "already_dismissed", message: "Somebody dismissed it meanwhile." },
  forbidden: { code: "forbidden", message: "Who started the replay may not do this any more." },
  stopped: { code: "stopped", message: "The replay was stopped before its turn." },
  internal_error: {
    code: "internal_error",
    message: "An error of Errata's own; the log has it. It stays open.",
  },
} as const satisfies Record<string, ReplayReason>;

/** A replay leaves an item in the part it belongs to: what was told of a key is told of the item. */
export function rejectionInReplay(rejection: Rejection): Rejection {
  if (rejection.code !== "pinned_by_key") return rejection;
  const { field = "tenant", permitted = [] } = rejection;
  return {
    ...rejection,
    code: "part_stays",
    class: "validation",
    message: `This item belongs to the ${field} ${JSON.stringify(permitted[0])}; sending it again cannot move it.`,
    hint: `Remove the field ${field}; the item then keeps the one it has.`,
  };
}

/** Rules take the time of receipt as now; what has grown too old since then is refused all the same. */
export function tooOldNow(
  at: string,
  field: string,
  { now, retention_days }: { now: string; retention_days: number },
): Rejection | null {
  if (at >= addSeconds(now, -retention_days * 86_400)) return null;
  return {
    code: `${field}_out_of_range`,
    class: "validation",
    message: `It happened more than ${retention_days} days ago; by now nothing so old is kept.`,
    field,
    received: at,
    retryable: false,
  };
}

/** The parts that an item has are its pins: it had them from itself or from the key that sent it. */
export const partsAsPins = ({ tenant, environment, service }: Pins): Pins => ({
  tenant,
  environment,
  service,
});
