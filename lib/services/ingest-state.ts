import { type CommitItem, type CommitOutcome, commitEvents } from "@/db/queries/commit-events";
import { type CommitFrames, commitFrames, type FramesOutcome } from "@/db/queries/commit-frames";
import { Interning } from "@/db/queries/interning";
import { partitionWidthDays } from "@/db/queries/partitions";
import { instantFromDate } from "@/domain/instant";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { GroupCommit } from "@/lib/platform/group-commit";
import type { Runtime } from "./context";
import { loadSettings } from "./load-settings";
import { measureCommit, measureLag } from "./measures";

export type IngestState = {
  interning: Interning;
  events: GroupCommit<CommitItem[], CommitOutcome[]>;
  frames: GroupCommit<CommitFrames[], FramesOutcome[]>;
};

/** Events that one transaction takes; two are in flight at once where many wait. */
const BATCH_EVENTS = 1_000;
const OVERLAP_EVENTS = 100;
/** Events that may wait; beyond it 429. At some 2 kB each this bounds the buffer to about 40 MB. */
const QUEUED_EVENTS = 20_000;
const BATCH_FRAMES = 200;
const OVERLAP_FRAMES = 20;
const QUEUED_FRAMES = 2_000;
const ATTEMPTS = 4;

/** The process's one ingest buffer; what is in it is committed before the process stops. */
export function ingestState(rt: Runtime): IngestState {
  return rt.once("ingest", () => {
    const state = open(rt);
    rt.onStop(async () => {
      await Promise.all([state.events.drain(), state.frames.drain()]);
    });
    return state;
  });
}

function open(rt: Runtime): IngestState {
  const interning = new Interning();
  // By the setting as it now is; a partition that exists keeps its width.
  const rulesFor = async (now: string) => ({
    now,
    partition_width_days: partitionWidthDays((await loadSettings(rt)).retention_days),
  });
  const common = { isolates: (error: unknown) => !isDatabaseUnavailable(error), maxInFlight: 2 };
  const events = new GroupCommit<CommitItem[], CommitOutcome[]>({
    ...common,
    maxBatchWeight: BATCH_EVENTS,
    overlapFrom: OVERLAP_EVENTS,
    maxQueuedWeight: QUEUED_EVENTS,
    flush: async (requests) => {
      const rules = await rulesFor(instantFromDate(new Date()).iso);
      const items = requests.flat();
      const { outcomes, topics } = await measureCommit("events", items.length, () =>
        persistently(interning, () => commitEvents(rt.db, interning, items, rules)),
      );
      measureLag(items, outcomes);
      for (const topic of new Set(topics)) rt.hub.publish(topic);
      return split(outcomes, requests);
    },
  });
  const frames = new GroupCommit<CommitFrames[], FramesOutcome[]>({
    ...common,
    maxBatchWeight: BATCH_FRAMES,
    overlapFrom: OVERLAP_FRAMES,
    maxQueuedWeight: QUEUED_FRAMES,
    flush: async (requests) => {
      const rules = await rulesFor(instantFromDate(new Date()).iso);
      const items = requests.flat();
      const outcomes = await measureCommit("frames", items.length, () =>
        persistently(interning, () => commitFrames(rt.db, interning, items, rules)),
      );
      return split(outcomes, requests);
    },
  });
  return { interning, events, frames };
}

/** Each request's own share of the outcomes, in order. */
function split<Outcome>(
  outcomes: readonly Outcome[],
  requests: readonly (readonly unknown[])[],
): Outcome[][] {
  let start = 0;
  return requests.map((request) => {
    const share = outcomes.slice(start, start + request.length);
    start += request.length;
    return share;
  });
}

/**
 * Repeats what lost a deadlock or a serialisation race, and what found its partition dropped by another
 * process: nothing of such a transaction is left, so a repeat is safe.
 */
async function persistently<Result>(interning: Interning, commit: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit();
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw error;
      interning.forget();
    }
  }
}

function isWorthRepeating(error: unknown): boolean {
  for (
    let current = error;
    typeof current === "object" && current !== null;
    current = Reflect.get(current, "cause")
  ) {
    const code: unknown = Reflect.get(current, "code");
    if (code === "40P01" || code === "40001") return true;
    if (code === "23514" && String(Reflect.get(current, "message")).includes("no partition of relation"))
      return true;
  }
  return false;
}
