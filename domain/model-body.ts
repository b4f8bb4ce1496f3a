/** What of an event the model got to see; the log's parts and the human's sentence are not among them. */
const MODEL_FIELDS = [
  "class", "message", "field", "received", "permitted", "precondition", "hint", "retryable", "retry_after", "effect",
  "idempotency_key",
] as const; // biome-ignore format: one list

type Told = {
  reference: string;
  code: string;
  code_sent?: unknown;
  class_sent?: unknown;
  effect_sent?: unknown;
} & {
  [field in (typeof MODEL_FIELDS)[number]]?: unknown;
};

/** The body as the model got it: what was sent where it was folded, without what was not sent. */
export function modelBodyOf(event: Told): Record<string, unknown> {
  const body: Record<string, unknown> = { error: event.code_sent ?? event.code };
  for (const field of MODEL_FIELDS) {
    const value = event[field];
    if (value !== null && value !== undefined) body[field] = value;
  }
  if (event.class_sent !== undefined) body.class = event.class_sent;
  if (event.effect_sent !== undefined) body.effect = event.effect_sent;
  body.reference = event.reference;
  return body;
}
