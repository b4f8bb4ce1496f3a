import { type AttemptInput, isSilentFailure } from "@/domain/attempt";
import type { PreparedEvent } from "@/domain/event";
import { mapInSlices } from "@/domain/in-slices";
import type { IntakeCount } from "@/domain/intake";
import { IntakeTally } from "@/domain/intake-tally";
import type { BodyLeak } from "@/domain/leaks-in-body";
import { bucketsOf } from "@/domain/rollup-dimensions";
import type { Database, Transaction } from "../client";
import { addLeaks } from "./add-leaks";
import { addIntakeCounts } from "./intake-counts";
import type { Interning, SeriesIds, Unseen } from "./interning";
import { joinCases } from "./join-cases";
import { type QuarantineItem, quarantineItems } from "./quarantine";
import { identityKey, lockTimeless } from "./record-events";
import { registerCodes, registerReleases } from "./registry";
import { addToHours, addToMinutes, type HourIncrement, type RollupIncrement } from "./rollups";
import { type CommitOutcome, REJECTED, storeEvents } from "./store-events";
import { readInferringTools, seeTools } from "./tools";

export type { CommitOutcome } from "./store-events";

/** An item of a batch: an event, or what was rejected. */
export type CommitItem = {
  event: PreparedEvent | null;
  /** What leaked into what the event's caller got. */
  leaks: readonly BodyLeak[];
  /** Sent with neither id nor time. */
  timeless: boolean;
  /**
   * The quarantine row: of a rejected item, or of an event whose identity holds other content (`differs` names where).
   * Null for what is in quarantine already.
   */
  quarantine: (differs: readonly string[]) => QuarantineItem | null;
  /**
   * What the item says to the exception queue; `conflicts` when its event could not be stored, `inferred` when
   * its silence about the effect is doubt.
   */
  attempt: (found: { conflicts: boolean; inferred: boolean }) => AttemptInput | null;
};

export type CommitRules = {
  now: string;
  partition_width_days: number;
  /** Whether the items come in now: what is sent again from quarantine was counted when it came. */
  comes_in?: boolean;
  /** Done once it is known what was stored, and before any case is opened or joined. */
  beforeCases?: (tx: Transaction, outcomes: readonly CommitOutcome[]) => Promise<void>;
};
type Batch = {
  interning: Interning;
  seriesIds: SeriesIds;
  now: string;
  comes_in: boolean;
  beforeCases: CommitRules["beforeCases"];
};

export type CommitResult = { outcomes: CommitOutcome[]; topics: string[] };

/**
 * Stores a batch in one transaction and says what became of each item. Series and partitions are made
 * before it: they are harmless without events, and must not stay locked while a batch commits.
 */
export async function commitEvents(
  db: Database,
  interning: Interning,
  items: readonly CommitItem[],
  rules: CommitRules,
): Promise<CommitResult> {
  const { store, committed } = await readyToStore(db, interning, items, { ...rules, comes_in: true });
  const result = await db.transaction(store);
  committed();
  return result;
}

export type ReadyBatch = { store: (tx: Transaction) => Promise<CommitResult>; committed: () => void };

/** The same in two parts, for a transaction that holds more than the batch; `committed` is said after it. */
export async function readyToStore(
  db: Database,
  interning: Interning,
  items: readonly CommitItem[],
  rules: CommitRules,
): Promise<ReadyBatch> {
  const events = items.flatMap(({ event }) => (event ? [event] : []));
  const instants = [...new Set(events.map((event) => event.occurred_at))];
  const seriesIds = await interning.learnSeries(db, events);
  await interning.learnPartitions(db, "events", instants, rules.partition_width_days);
  let fresh: Unseen = { codes: [], tools: [], releases: [] };
  const { now, beforeCases, comes_in = false } = rules;
  return {
    store: async (tx) => {
      const stored = await storeBatch(tx, { interning, seriesIds, now, comes_in, beforeCases }, items);
      fresh = stored.fresh;
      return stored.result;
    },
    committed: () => interning.remember(fresh),
  };
}

/**
 * The ingest transaction. Statement order is fixed: events, quarantine, cases with attempts and outbox,
 * registry, rollups and what came in last, so that rows many writers share are locked for the shortest time.
 * Only rows actually inserted are counted: sum(rollup) = count(events), always.
 */
async function storeBatch(tx: Transaction, batch: Batch, items: readonly CommitItem[]) {
  const { interning, seriesIds, now, comes_in, beforeCases } = batch;
  await settleTimeless(tx, items);
  // Sent at once, so that asking for the tools costs no round trip of its own.
  const [outcomes, infersDoubt] = await Promise.all([
    storeEvents(tx, interning, items),
    silentTools(tx, items),
  ]);
  const each = items.map((item, index) => ({ item, outcome: outcomes[index] ?? REJECTED }));
  const lost = each.filter(({ outcome }) => outcome.status === "rejected" || outcome.status === "conflict");
  const rows = await mapInSlices(lost, ({ item, outcome }) => item.quarantine(outcome.differs));
  const quarantined = rows.flatMap((row) => row ?? []);
  await quarantineItems(tx, quarantined);

  await beforeCases?.(tx, outcomes);
  // Of what is new only: a tool that is declared later makes no doubt of what was stored before.
  const doubted = new Set(
    each.flatMap(({ item: { event }, outcome }) =>
      event && outcome.status === "accepted" && infersDoubt(event) ? [identityKey(event)] : [],
    ),
  );
  const attempts = await mapInSlices(each, ({ item, outcome: { status } }) => {
    const inferred = doubted.size > 0 && item.event !== null && doubted.has(identityKey(item.event));
    return item.attempt({ conflicts: status === "conflict", inferred: inferred && status !== "conflict" });
  });
  const distinct = new Map(attempts.flatMap((attempt) => (attempt ? [[attempt.key, attempt] as const] : [])));
  const joined = await joinCases(tx, [...distinct.values()], now);
  const caseByKey = new Map(joined.map((result) => [result.key, result.case_id]));

  const accepted = each.flatMap(({ item: { event, leaks }, outcome: { status } }) =>
    event && status === "accepted" ? [{ event, leaks }] : [],
  );
  const stored = accepted.map(({ event }) => event);
  const fresh = interning.unseen(stored);
  await registerCodes(tx, fresh.codes);
  await seeTools(tx, fresh.tools, now);
  await registerReleases(tx, fresh.releases);
  // Sent at once: what came in costs no round trip of its own.
  await Promise.all([
    addLeaks(tx, accepted),
    count(tx, seriesIds, stored),
    addIntakeCounts(tx, comes_in ? cameIn(each, quarantined, now) : []),
  ]);
  const withCases = outcomes.map((outcome, index) => ({
    ...outcome,
    case_id: caseByKey.get(attempts[index]?.key ?? "") ?? null,
  }));
  return { result: { outcomes: withCases, topics: joined.flatMap(({ topics }) => topics) }, fresh };
}

/** What became of the batch, by source: the events by what they are, the lost by their quarantine rows. */
function cameIn(
  each: readonly { item: CommitItem; outcome: CommitOutcome }[],
  quarantined: readonly QuarantineItem[],
  now: string,
): IntakeCount[] {
  const tally = new IntakeTally("events", now);
  for (const { item, outcome } of each) {
    if (!item.event) continue;
    if (outcome.status === "accepted") tally.addAccepted(item.event);
    else if (outcome.status === "duplicate") tally.add(item.event.source_id, "duplicate");
  }
  for (const lost of quarantined) tally.addQuarantined(lost);
  return tally.rows();
}

/** Tells the events whose silence about the effect opens a case; a batch without silent failures asks nothing. */
async function silentTools(
  tx: Transaction,
  items: readonly CommitItem[],
): Promise<(event: PreparedEvent) => boolean> {
  const silent = items.flatMap(({ event }) => (event && isSilentFailure(event) ? [event.tool] : []));
  const inferring = await readInferringTools(tx, silent);
  return (event) => isSilentFailure(event) && inferring.has(event.tool);
}

/** Gives events without id and time the time of their equal of the last 24 hours, or one time for all equals. */
async function settleTimeless(tx: Transaction, items: readonly CommitItem[]): Promise<void> {
  const timeless = items.flatMap(({ event, timeless }) => (event && timeless ? [event] : []));
  if (timeless.length === 0) return;
  const known = await lockTimeless(tx, timeless);
  for (const event of timeless) {
    const occurred_at = known.get(event.event_id) ?? event.occurred_at;
    known.set(event.event_id, occurred_at);
    event.occurred_at = occurred_at;
  }
}

async function count(tx: Transaction, seriesIds: SeriesIds, events: readonly PreparedEvent[]): Promise<void> {
  const minutes = new Map<string, RollupIncrement>();
  const hours = new Map<string, HourIncrement>();
  for (const event of events) {
    const { minute, hour, quarter } = bucketsOf(event.occurred_at);
    const ids = seriesIds(event);
    const [overview, full] = ids;
    addMinute(minutes, overview, minute);
    addMinute(minutes, full, minute);
    for (const series_id of ids) {
      const key = `${series_id} ${hour}`;
      const increment = hours.get(key) ?? { series_id, hour, q0: 0, q1: 0, q2: 0, q3: 0 };
      increment[`q${quarter}`] += 1;
      hours.set(key, increment);
    }
  }
  await Promise.all([addToMinutes(tx, [...minutes.values()]), addToHours(tx, [...hours.values()])]);
}

function addMinute(minutes: Map<string, RollupIncrement>, series_id: number, at: string): void {
  const key = `${series_id} ${at}`;
  const increment = minutes.get(key) ?? { series_id, at, failures: 0 };
  increment.failures += 1;
  minutes.set(key, increment);
}
