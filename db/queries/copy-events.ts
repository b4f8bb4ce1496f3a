import type { PreparedEvent } from "@/domain/event";
import type { Transaction } from "../client";
import { copyLines } from "../driver";

const COLUMNS = `source_id, event_id, reference, occurred_at, received_at, content_hash, skeleton, tool, code, class,
  effect, unmapped, retryable, idempotency_key, arguments_hash, attempt, turn, run_id, call_id, trace_id, span_id, tenant,
  environment, service, release, marks, body`;

/**
 * Stores events by COPY, which costs PostgreSQL half of an INSERT: rows are written many at once, and nothing is asked
 * of the index beforehand. One identity that is known already fails it, and then answers false and leaves nothing.
 *
 * All must lie in one partition: of several, COPY fills one after the other, and two batches that hold the same
 * events could wait for each other. Sorted, as every writer of events does. (By UTF-16 here and by bytes in SQL, which
 * differ for the rarest characters only; a deadlock they could make is repeated.)
 */
export async function copyEvents(tx: Transaction, events: readonly PreparedEvent[]): Promise<boolean> {
  const lines = [...events].sort(byIdentity).map(lineOf).join("");
  try {
    // A savepoint: what fails within it leaves the transaction as it was.
    await tx.transaction((inner) => copyLines(inner, `events (${COLUMNS})`, lines));
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

function byIdentity(a: PreparedEvent, b: PreparedEvent): number {
  if (a.reference !== b.reference) return a.reference < b.reference ? -1 : 1;
  if (a.occurred_at !== b.occurred_at) return a.occurred_at < b.occurred_at ? -1 : 1;
  if (a.event_id !== b.event_id) return a.event_id < b.event_id ? -1 : 1;
  return a.source_id - b.source_id;
}

/** In the order of `COLUMNS`; what can hold neither a control character nor a backslash goes in as it is. */
function lineOf(event: PreparedEvent): string {
  const { source_id, event_id, occurred_at, received_at, content_hash, unmapped, retryable, attempt, turn } =
    event;
  return `${source_id}\t${event_id}\t${text(event.reference)}\t${occurred_at}\t${received_at}\t${content_hash}\t${text(event.skeleton)}\t${text(event.tool)}\t${text(event.code)}\t${event.class}\t${event.effect ?? NULL}\t${unmapped}\t${retryable ?? NULL}\t${text(event.idempotency_key)}\t${text(event.arguments_hash)}\t${attempt ?? NULL}\t${turn ?? NULL}\t${text(event.run_id)}\t${text(event.call_id)}\t${event.trace_id ?? NULL}\t${event.span_id ?? NULL}\t${text(event.tenant)}\t${text(event.environment)}\t${text(event.service)}\t${text(event.release)}\t{${event.marks.join(",")}}\t${text(event.body)}\n`;
}

const NULL = "\\N";
const SPECIAL = /[\\\n\r\t]/;
const EVERY_SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function text(value: string | null): string {
  if (value === null) return NULL;
  if (!SPECIAL.test(value)) return value;
  return value.replace(EVERY_SPECIAL, (character) => ESCAPED[character] ?? character);
}

function isDuplicate(error: unknown): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, "code") === "23505";
}
