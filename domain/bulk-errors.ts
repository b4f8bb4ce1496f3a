import { BULK_FROZEN_SECONDS, BULK_MOST_CASES, type BulkState } from "./bulk";
import { conflictError, type DomainError, notFoundError, validationError } from "./errors";

/** There is no such action, or it is somebody else's. */
export function bulkNotFound(): DomainError {
  return notFoundError("bulk_not_found", "There is no such bulk action.");
}

/** 422: nothing to act on. */
export function setEmpty(): DomainError {
  return validationError("set_empty", "No case matches; there is nothing to act on.", {
    field: "choose",
    hint: "Somebody may have settled them meanwhile; look at the list again.",
  });
}

/** 422 with the number. */
export function setTooLarge(total: number): DomainError {
  return validationError("set_too_large", `${total} cases match; one action takes ${BULK_MOST_CASES}.`, {
    field: "choose",
    received: total,
    hint: "Narrow the filter, and do the rest afterwards.",
    details: { most: BULK_MOST_CASES },
  });
}

/** 404: some of the named cases are not there, or not for this caller. */
export function casesNotFound(named: number, found: number): DomainError {
  return notFoundError(
    "case_not_found",
    `There are no such cases as ${named - found} of the ${named} named.`,
    {
      field: "choose.case_ids",
    },
  );
}

/** 409: what the person read is not what would be done. */
export function countMismatch(count: number, total: number): DomainError {
  return conflictError("count_mismatch", `The set holds ${total} cases, not ${count}; nothing was started.`, {
    field: "count",
    received: count,
    permitted: [total],
  });
}

/** 409: the set was frozen too long ago. */
export function bulkTooOld(): DomainError {
  return conflictError(
    "bulk_too_old",
    `This set was frozen more than ${BULK_FROZEN_SECONDS / 3600} hours ago; nothing was started.`,
    { hint: "Choose the cases again." },
  );
}

/** 409: only what runs can be stopped. */
export function bulkNotRunning(state: BulkState): DomainError {
  return state === "frozen"
    ? conflictError("bulk_not_started", "It was not started, so there is nothing to stop.")
    : conflictError("bulk_finished", "It is over already; every case has its outcome.", {
        details: { state },
      });
}
