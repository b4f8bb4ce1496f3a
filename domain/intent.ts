import { addSeconds } from "./instant";

/**
 * One intended external effect (CONTRACT "Cases"). An absent part is a value of its own: `null` is neither
 * "any" nor the empty string. Without a usable key, `lone_event` makes one intent per event.
 */
export type IntentParts = {
  tenant: string | null;
  environment: string | null;
  service: string | null;
  tool: string | null;
  idempotency_key: string | null;
  lone_event: string | null;
};

/** A text that is equal exactly when the intents are equal. */
export function intentText(parts: IntentParts): string {
  const { tenant, environment, service, tool, idempotency_key, lone_event } = parts;
  return JSON.stringify([tenant, environment, service, tool, idempotency_key, lone_event]);
}

/** One life of an idempotency key. `key_expires_at` is null for intents without a key: they have one life. */
export type Generation = { generation: number; first_attempt_at: string; key_expires_at: string | null };

/**
 * The generation an attempt belongs to, or null when it falls into none of those known: a key used after
 * its life is a new intent. An attempt from before a generation's first one belongs to it as long as that
 * first one lies within the key's life counted from this attempt: it merely arrived late.
 */
export function generationAt(
  occurred_at: string,
  key_life_seconds: number,
  known: readonly Generation[],
): number | null {
  const over = addSeconds(occurred_at, key_life_seconds);
  const fitting = known.filter(
    ({ first_attempt_at, key_expires_at }) =>
      key_expires_at === null || (occurred_at < key_expires_at && first_attempt_at < over),
  );
  const inside = fitting.filter(({ first_attempt_at }) => first_attempt_at <= occurred_at);
  return newest(inside) ?? newest(fitting);
}

/**
 * The generation that something observed outside speaks about: the newest one begun by then. What was seen
 * before the first one speaks about it only within the key's life, because clocks differ and events are late.
 */
export function generationObserved(
  observed_at: string,
  key_life_seconds: number,
  known: readonly Generation[],
): number | null {
  const begun = newest(known.filter(({ first_attempt_at }) => first_attempt_at <= observed_at));
  if (begun !== null) return begun;
  const over = addSeconds(observed_at, key_life_seconds);
  const soon = known.filter(({ first_attempt_at }) => first_attempt_at < over);
  return soon.length === 0 ? null : Math.min(...soon.map(({ generation }) => generation));
}

function newest(generations: readonly Generation[]): number | null {
  return generations.length === 0 ? null : Math.max(...generations.map(({ generation }) => generation));
}

/**
 * When the key stops protecting a repeat: its life counted from its first use. An attempt cannot have
 * happened after it was received, so a clock that is ahead does not stretch the protection.
 */
export function keyExpiry(occurred_at: string, received_at: string, key_life_seconds: number): string {
  return addSeconds(occurred_at < received_at ? occurred_at : received_at, key_life_seconds);
}
