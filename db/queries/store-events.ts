import type { PreparedEvent } from "@/domain/event";
import { differingFields } from "@/domain/event-difference";
import type { Transaction } from "../client";
import { canCopy } from "../driver";
import { copyEvents } from "./copy-events";
import type { Interning } from "./interning";
import { identityKey, insertEvents, readStored } from "./record-events";

export type CommitOutcome = {
  status: "accepted" | "duplicate" | "conflict" | "rejected";
  event_id: string | null;
  case_id: string | null;
  /** Of a conflict: the fields in which the first differs. */
  differs: string[];
};

/** The outcome of what never was an event. */
export const REJECTED: CommitOutcome = { status: "rejected", event_id: null, case_id: null, differs: [] };

/** Stores what is new and says of each item what became of it. Equal identities are merged here first. */
export async function storeEvents(
  tx: Transaction,
  interning: Interning,
  items: readonly { event: PreparedEvent | null }[],
): Promise<CommitOutcome[]> {
  const first = new Map<string, PreparedEvent>();
  for (const { event } of items) {
    if (event && !first.has(identityKey(event))) first.set(identityKey(event), event);
  }
  const inserted = await insertNew(tx, interning, [...first.values()]);
  const missing = inserted ? [...first].flatMap(([key, event]) => (inserted.has(key) ? [] : [event])) : [];
  const kept = missing.length === 0 ? first : new Map([...first, ...(await readStored(tx, missing))]);
  return items.map(({ event }) => {
    if (!event) return REJECTED;
    const key = identityKey(event);
    return {
      ...REJECTED,
      event_id: event.event_id,
      ...judge(event, kept.get(key), inserted?.has(key) ?? true),
    };
  });
}

/** Fewer are stored sooner by one INSERT: a COPY is three round trips. */
const COPY_FROM = 100;

/** The keys of those that were new, or null when all were. A batch that is all new, as nearly every one is, is copied. */
async function insertNew(
  tx: Transaction,
  interning: Interning,
  events: readonly PreparedEvent[],
): Promise<Set<string> | null> {
  if (events.length === 0) return null;
  const copies = canCopy && events.length >= COPY_FROM && interning.inOnePartition("events", events);
  if (copies && (await copyEvents(tx, events))) return null;
  return insertEvents(tx, events);
}

function judge(event: PreparedEvent, kept: PreparedEvent | undefined, isNew: boolean) {
  if (isNew && kept === event) return { status: "accepted" as const };
  if (kept?.content_hash === event.content_hash) return { status: "duplicate" as const };
  return { status: "conflict" as const, differs: kept ? differingFields(kept, event) : [] };
}
