import { leaveBulk, takeBulk } from "@/db/queries/bulk-actions";
import { type ChunkResult, failBulkItem, runBulkChunk } from "@/db/queries/bulk-chunk";
import { listWaitingItems } from "@/db/queries/bulk-items";
import { reasonInGeneral } from "@/domain/bulk-rules";
import { isDomainError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import type { Runtime } from "./context";

/**
 * Cases done in one transaction. Each costs some 0.2 ms, so that whoever waits for one of these rows, such as
 * ingest, waits a tenth of a second.
 */
const CHUNK = 500;
/** A case alone is tried so often: what lost a deadlock does not lose it again and again. */
const TRIES = 3;

type Clock = () => Date;
type Runner = {
  /** What this process is to work on, in turns. */
  waiting: Map<string, Clock>;
  /** What it has taken up, so that others leave it. */
  taken: Set<string>;
  going: Promise<void> | null;
};

/**
 * Has this process work on the action, unless another does. Called by who starts one, so that it begins at once,
 * and by the duty, so that it ends whatever happens to the process that began. One connection for all actions:
 * they take turns.
 */
export function kickBulk(rt: Runtime, bulk_id: string, clock: Clock): void {
  const runner = runnerOf(rt);
  runner.waiting.set(bulk_id, clock);
  runner.going ??= work(rt, runner);
}

function runnerOf(rt: Runtime): Runner {
  return rt.once("bulk-runner", () => {
    const runner: Runner = { waiting: new Map(), taken: new Set(), going: null };
    rt.onStop(async () => void (await runner.going));
    return runner;
  });
}

async function work(rt: Runtime, runner: Runner): Promise<void> {
  for (;;) {
    const [next] = runner.waiting;
    if (next === undefined || rt.hub.closing.aborted) break;
    const [bulk_id, clock] = next;
    runner.waiting.delete(bulk_id);
    // Behind the others: they take turns.
    if (await isToGoOn(rt, runner, bulk_id, clock)) runner.waiting.set(bulk_id, clock);
  }
  // No turn between the look at `waiting` and this: whoever comes after it starts anew.
  runner.going = null;
  runner.waiting.clear();
  await leaveAll(rt, runner);
}

/** Does one part; false when the action is over, another process works on it, or the database is away. */
async function isToGoOn(rt: Runtime, runner: Runner, bulk_id: string, clock: Clock): Promise<boolean> {
  try {
    if (!runner.taken.has(bulk_id)) {
      if (!(await takeBulk(rt.db, bulk_id))) return false;
      runner.taken.add(bulk_id);
    }
    const { more, topics } = await doPart(rt, bulk_id, clock);
    for (const topic of new Set(topics)) rt.hub.publish(topic);
    if (!more) runner.taken.delete(bulk_id);
    return more;
  } catch (err) {
    // Nothing is lost: what has no outcome is done by whoever finds the action abandoned.
    rt.log.warn({ err, bulk_id }, "a bulk action was interrupted; it is taken up again");
    runner.taken.delete(bulk_id);
    return false;
  }
}

async function doPart(rt: Runtime, bulk_id: string, clock: Clock): Promise<ChunkResult> {
  try {
    return await runBulkChunk(rt.db, bulk_id, { limit: CHUNK }, instantFromDate(clock()).iso);
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    rt.log.warn({ err, bulk_id }, "a part of a bulk action failed; its cases are tried one by one");
    return doOneByOne(rt, bulk_id, clock);
  }
}

/** The same part, a transaction for each case, so that a bad one sinks only itself. */
async function doOneByOne(rt: Runtime, bulk_id: string, clock: Clock): Promise<ChunkResult> {
  const all: ChunkResult = { more: true, topics: [] };
  for (const { position, case_id } of await listWaitingItems(rt.db, bulk_id, { limit: CHUNK })) {
    if (rt.hub.closing.aborted || !all.more) break;
    const { more, topics } = await doOne(rt, { bulk_id, position, case_id }, clock);
    all.more = more;
    all.topics.push(...topics);
  }
  return all;
}

type One = { bulk_id: string; position: number; case_id: string };

async function doOne(rt: Runtime, one: One, clock: Clock): Promise<ChunkResult> {
  const { bulk_id, position } = one;
  for (let attempt = 1; ; attempt++) {
    const now = instantFromDate(clock()).iso;
    try {
      return await runBulkChunk(rt.db, bulk_id, { limit: 1, position }, now);
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err;
      if (attempt < TRIES) continue;
      rt.log.error({ err, ...one }, "a case of a bulk action could not be worked on");
      const code = isDomainError(err) ? err.code : "internal_error";
      return failBulkItem(rt.db, bulk_id, position, { code, message: reasonInGeneral(code) }, now);
    }
  }
}

/** When the process stops in the middle, another need not wait for the lease to run out. */
async function leaveAll(rt: Runtime, runner: Runner): Promise<void> {
  const left = [...runner.taken];
  runner.taken.clear();
  await Promise.allSettled(left.map((bulk_id) => leaveBulk(rt.db, bulk_id)));
}
