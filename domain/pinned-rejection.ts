import type { Pins } from "./permissions";
import type { Rejection } from "./reported-event";

/** The refusal of an item that names another part than its key is pinned to; `received` as sent. */
export function pinnedRejection(field: keyof Pins, received: unknown, pins: Pins): Rejection {
  return {
    code: "pinned_by_key",
    class: "authorization",
    message: `This key reports only for ${field} ${JSON.stringify(pins[field])}.`,
    field,
    received,
    permitted: [pins[field]],
    retryable: false,
  };
}
