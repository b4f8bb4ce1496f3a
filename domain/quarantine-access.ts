import { type Caller, isUnconfined } from "./permissions";

/** Whose replays somebody sees: everybody's, but who is confined only their own, since a set may reach beyond them. */
export function replayOwnerSeenBy(caller: Caller): Pick<Caller, "kind" | "id"> | null {
  return isUnconfined(caller.confinement) ? null : { kind: caller.kind, id: caller.id };
}
