import { conflictError, type DomainError, notFoundError } from "./errors";
import { type Caller, type Capability, may } from "./permissions";

/** The pages whose state can be kept under a name, each with what lets one see it. */
export const VIEWED_PAGES = ["queue", "explore", "events"] as const;
export type ViewedPage = (typeof VIEWED_PAGES)[number];

const SEEN_WITH: Readonly<Record<ViewedPage, readonly Capability[]>> = {
  queue: ["cases.read", "cases.read_own"],
  explore: ["rates.read"],
  events: ["events.read"],
};

/** The pages that a caller sees, and may keep views of. */
export function viewedPagesOf(caller: Caller): ViewedPage[] {
  return VIEWED_PAGES.filter((page) => SEEN_WITH[page].some((capability) => may(caller, capability)));
}

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
