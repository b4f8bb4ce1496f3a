import { conflictError, type DomainError, notFoundError } from "./errors";

const MOST = 100;

/** There is no such view, or it is not the caller's: only the own ones may be changed. */
export function savedViewNotFound(): DomainError {
  return notFoundError("saved_view_not_found", "You have no such view.");
}

/** Why a view cannot be saved under this name beside the others a person has; null when it can. */
export function whyNotSaved(has: { count: number; taken: boolean }, name: string): DomainError | null {
  if (has.taken)
    return conflictError("saved_view_name_taken", "You have a view of this name already.", {
      ...{ field: "name", received: name },
      hint: "Change that one, or choose another name.",
    });
  if (has.count < MOST) return null;
  return conflictError("too_many_saved_views", `You have ${MOST} views already.`, {
    hint: "Remove one first.",
    details: { most: MOST },
  });
}
