import type { CommitItem } from "@/db/queries/commit-events";
import { identityKey } from "@/db/queries/record-events";
import { type AttemptInput, attemptOfEvent } from "@/domain/attempt";
import type { PreparedEvent } from "@/domain/event";

const CONFLICT = "conflict: Another event with this identity is stored with other content.";

/**
 * The attempt that an event is, whichever way it came in. A conflicting event is an attempt of its own: what it says
 * differs from what is stored.
 */
export function attemptOf(
  event: PreparedEvent,
  { conflicts, inferred }: Parameters<CommitItem["attempt"]>[0],
): AttemptInput | null {
  const identity = identityKey(event);
  const key = conflicts ? `${identity} ${event.content_hash}` : identity;
  return attemptOfEvent(key, event, { unreadable: conflicts ? CONFLICT : null, inferred });
}
