import type { Rejection } from "./reported-event";

/** The refusal of an event whose identity is stored with other content; `differs` in these fields, where they are known. */
export function eventConflict(differs: readonly string[], hint: string): Rejection {
  const fields = differs.length > 0 ? ` They differ in: ${differs.join(", ")}.` : "";
  return conflict(
    `An event with this identity is stored with other content; the first stays.${fields}`,
    hint,
  );
}

/** The same of a frames record. */
export function framesConflict(hint: string): Rejection {
  const message =
    "A frames record with this frames_id and captured_at is stored with other content; the first stays.";
  return conflict(message, hint);
}

function conflict(message: string, hint: string): Rejection {
  return { code: "conflict", class: "validation", message, hint, retryable: false };
}
