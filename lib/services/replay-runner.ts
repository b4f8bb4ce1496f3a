import { listReplayWaiting } from "@/db/queries/replay-items";
import { leaveReplay, takeReplay } from "@/db/queries/replays";
import { instantFromDate } from "@/domain/instant";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import type { Runtime } from "./context";
import { ingestState } from "./ingest-state";
import { failReplayItem, type ReplayChunk, runReplayChunk } from "./replay-chunk";

/** Items sent in one transaction: their payloads, 64 KiB each at most, are in memory at once. */
const CHUNK = 200;
/** A part, and an item alone, is tried so often: what lost a deadlock to ingest does not lose it again and again. */
const TRIES = 3;

type Clock = () => Date;
type Runner = {
  /** What this process works on, in turns. */
  replays: Map<string, Clock>;
  taken: Set<string>;
  lane: Promise<void> | null;
};

/**
 * Has this process work on the replay, unless another does. Called by who starts one, so that it begins at once, and by
 * the duty, so that it ends whatever happens to the process that began. One part at a time: producers come first.
 */
export function kickReplay(rt: Runtime, replay_id: string, clock: Clock): void {
  const runner = runnerOf(rt);
  runner.replays.set(replay_id, clock);
  runner.lane ??= work(rt, runner);
}

function runnerOf(rt: Runtime): Runner {
  return rt.once("replay-runner", () => {
    const runner: Runner = { replays: new Map(), taken: new Set(), lane: null };
    rt.onStop(async () => {
      await runner.lane;
      // Another process need not wait for the lease to run out.
      await Promise.all([...runner.taken].map((replay_id) => leaveReplay(rt.db, replay_id)));
    });
    return runner;
  });
}

async function work(rt: Runtime, runner: Runner): Promise<void> {
  for (;;) {
    const [next] = runner.replays;
    if (next === undefined || rt.hub.closing.aborted) break;
    const [replay_id, clock] = next;
    // Behind the others: they take turns.
    runner.replays.delete(replay_id);
    if (await doTurn(rt, runner, replay_id, clock)) runner.replays.set(replay_id, clock);
  }
  // In the turn of the look at `replays`: whoever adds one later finds that the lane has ended.
  runner.lane = null;
}

/** Does one part; false when nothing is left to take, another process works on it, or the database is away. */
async function doTurn(rt: Runtime, runner: Runner, replay_id: string, clock: Clock): Promise<boolean> {
  try {
    if (!runner.taken.has(replay_id) && !(await takeReplay(rt.db, replay_id))) return false;
    runner.taken.add(replay_id);
    const { left, topics } = await doPart(rt, replay_id, clock);
    for (const topic of new Set(topics)) rt.hub.publish(topic);
    if (left !== "some") runner.taken.delete(replay_id);
    if (left === "none") await leaveReplay(rt.db, replay_id);
    return left === "some";
  } catch (err) {
    // Nothing is lost: what has no outcome is sent by whoever finds the replay abandoned.
    rt.log.warn({ err, replay_id }, "a replay was interrupted; it is taken up again");
    runner.taken.delete(replay_id);
    return false;
  }
}

async function doPart(rt: Runtime, replay_id: string, clock: Clock): Promise<ReplayChunk> {
  const whole = await tryPart(rt, replay_id, { limit: CHUNK }, clock);
  if (whole !== null) return whole;
  rt.log.warn({ replay_id }, "a part of a replay failed; its items are sent one by one");
  const all: ReplayChunk = { left: "some", topics: [] };
  for (const { position } of await listReplayWaiting(rt.db, replay_id, CHUNK)) {
    if (rt.hub.closing.aborted) break;
    const { left, topics } =
      (await tryPart(rt, replay_id, { limit: 1, position }, clock)) ??
      (await failReplayItem(rt, replay_id, position, nowBy(clock)));
    all.topics.push(...topics);
    if (left === "over") return { ...all, left };
  }
  return all;
}

/** Null when it failed again and again for another reason than that the database is away. */
async function tryPart(
  rt: Runtime,
  replay_id: string,
  part: { limit: number; position?: number },
  clock: Clock,
): Promise<ReplayChunk | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runReplayChunk(rt, replay_id, part, nowBy(clock));
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err;
      // It may rest on a partition that another process dropped.
      ingestState(rt).interning.forget();
      if (attempt < TRIES) continue;
      rt.log.error({ err, replay_id, ...part }, "a part of a replay could not be sent");
      return null;
    }
  }
}

const nowBy = (clock: Clock) => instantFromDate(clock()).iso;
