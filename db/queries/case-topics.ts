import { digestOf } from "./intent-hash";

/** Woken whenever anything in the queue changed; for lists and live pages. */
export const QUEUE_TOPIC = "queue";

const short = (text: string) => digestOf(text).slice(0, 16);

/** Woken when the case changes. */
export function topicOfCase(case_id: string): string {
  return `case:${case_id}`;
}

/** Woken when an event becomes an attempt of a case. */
export function topicOfEvent(event_id: string): string {
  return `case-event:${short(event_id.toLowerCase())}`;
}

/**
 * Woken when any intent with this key on this tool changes. Coarser than one intent on purpose: a waiter may
 * leave out tenant, environment and service, and re-reads anyway.
 */
export function topicOfKey(tool: string, idempotency_key: string): string {
  return `case-key:${short(JSON.stringify([tool, idempotency_key]))}`;
}

type IntentOf = { case_id: string; tool: string | null; idempotency_key: string | null };

/** Everything to publish after the commit that changed a case. */
export function topicsForIntent(intent: IntentOf, event_ids: readonly (string | null)[] = []): string[] {
  const topics = new Set([QUEUE_TOPIC, topicOfCase(intent.case_id)]);
  if (intent.tool !== null && intent.idempotency_key !== null)
    topics.add(topicOfKey(intent.tool, intent.idempotency_key));
  for (const event_id of event_ids) if (event_id !== null) topics.add(topicOfEvent(event_id));
  return [...topics];
}
