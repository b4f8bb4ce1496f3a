import type { EventFacts } from "./occurrences";

/** Frames that were refused at the door, and why. */
export type RefusedFrames = {
  reason: string;
  /** Why in words; may quote what was sent. */
  detail: string;
  received_at: string;
  event_id: string | null;
  tool: string | null;
  tenant: string | null;
};

type About = Pick<EventFacts, "event_id" | "tool" | "tenant">;

/**
 * Whether refused frames were meant for one of these attempts, by what could be read of them: what they leave unsaid
 * speaks for nobody else. Where no event is known, all under the reference are meant.
 */
export function isMeantFor(refused: RefusedFrames, attempts: readonly About[]): boolean {
  if (attempts.length === 0) return true;
  return attempts.some(({ event_id, tool, tenant }) =>
    refused.event_id !== null
      ? refused.event_id === event_id
      : (refused.tool ?? tool) === tool && (refused.tenant ?? tenant) === tenant,
  );
}
