import { conflictError, type DomainError, notFoundError, validationError } from "./errors";
import { REPLAY_FROZEN_SECONDS, REPLAY_MOST_ITEMS, type ReplayState } from "./replay";

/** There is no such item, or not for this caller. */
export function quarantineNotFound(): DomainError {
  return notFoundError("quarantined_item_not_found", "There is no such item in quarantine.");
}

/** There is no such replay, or it is somebody else's. */
export function replayNotFound(): DomainError {
  return notFoundError("replay_not_found", "There is no such replay.");
}

/** 422: nothing to decide. */
export function nothingChosen(): DomainError {
  return validationError("set_empty", "No open item is chosen; there is nothing to do.", {
    field: "choose",
    hint: "Somebody may have sent them again or dismissed them meanwhile; look at the list again.",
  });
}

/** 422 with the number. */
export function tooManyChosen(total: number): DomainError {
  return validationError("set_too_large", `${total} items are chosen; one set takes ${REPLAY_MOST_ITEMS}.`, {
    field: "choose",
    received: total,
    hint: "Narrow the filter, and do the rest afterwards.",
    details: { most: REPLAY_MOST_ITEMS },
  });
}

/** 409: what the person read is not what would be done. */
export function itemCountMismatch(count: number, total: number): DomainError {
  return conflictError("count_mismatch", `The set holds ${total} items, not ${count}; nothing was done.`, {
    field: "count",
    received: count,
    permitted: [total],
  });
}

/** 409: the set was frozen too long ago. */
export function replayTooOld(): DomainError {
  return conflictError(
    "replay_too_old",
    `This set was frozen more than ${REPLAY_FROZEN_SECONDS / 3600} hours ago; nothing was started.`,
    { hint: "Choose the items again." },
  );
}

/** 409: only what runs can be stopped. */
export function replayNotRunning(state: ReplayState): DomainError {
  return state === "frozen"
    ? conflictError("replay_not_started", "It was not started, so there is nothing to stop.")
    : conflictError("replay_finished", "It is over already; every item has its outcome.", {
        details: { state },
      });
}
