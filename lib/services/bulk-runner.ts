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
/**
 * Parts that one process does at once: while the database works on one, the other is judged and written out. Two
 * connections for all actions together; a third part would only wait for the same processors.
 */
const LANES = 2;
/** A case alone is tried so often: what lost a deadlock does not lose it again and again. */
const TRIES = 3;

type Clock = () => Date;
type Runner = {
  /** What this process works on, in turns. */
  actions: Map<string, Clock>;
  /** Whether it could take them up, so that others leave them. */
  taken: Map<string, Promise<boolean>>;
  busy: number;
  lanes: Set<Promise<void>>;
};

/**
 * Has this process work on the action, unless another does. Called by who starts one, so that it begins at once,
 * and by the duty, so that it ends whatever happens to the process that began.
 */
export function kickBulk(rt: Runtime, bulk_id: string, clock: Clock): void {
  const runner = runnerOf(rt);
  runner.actions.set(bulk_id, clock);
  while (runner.busy < LANES) {
    runner.busy += 1;
    const lane: Promise<void> = work(rt, runner).finally(() => runner.lanes.delete(lane));
    runner.lanes.add(lane);
  }
}

function runnerOf(rt: Runtime): Runner {
  return rt.once("bulk-runner", () => {
    const runner: Runner = { actions: new Map(), taken: new Map(), busy: 0, lanes: new Set() };
    rt.onStop(async () => {
      await Promise.all(runner.lanes);
      // Another process need not wait for the lease to run out.
      await Promise.all([...runner.taken.keys()].map((bulk_id) => leaveBulk(rt.db, bulk_id)));
    });
    return runner;
  });
}

async function work(rt: Runtime, runner: Runner): Promise<void> {
  for (;;) {
    const [next] = runner.actions;
    if (next === undefined || rt.hub.closing.aborted) break;
    const [bulk_id, clock] = next;
    // Behind the others: they take turns.
    runner.actions.delete(bulk_id);
    runner.actions.set(bulk_id, clock);
    const goesOn = await doTurn(rt, runner, bulk_id, clock);
    if (goesOn) runner.actions.set(bulk_id, clock);
    else runner.actions.delete(bulk_id);
  }
  // In the turn of the look at `actions`: whoever adds one later finds that this lane has ended.
  runner.busy -= 1;
}

/** Does one part; false when nothing is left to take, another process works on it, or the database is away. */
async function doTurn(rt: Runtime, runner: Runner, bulk_id: string, clock: Clock): Promise<boolean> {
  try {
    if (!(await takeUp(rt, runner, bulk_id))) return false;
    const { left, topics } = await doPart(rt, bulk_id, clock);
    for (const topic of new Set(topics)) rt.hub.publish(topic);
    if (left === "over") runner.taken.delete(bulk_id);
    return left === "some";
  } catch (err) {
    // Nothing is lost: what has no outcome is done by whoever finds the action abandoned.
    rt.log.warn({ err, bulk_id }, "a bulk action was interrupted; it is taken up again");
    runner.taken.delete(bulk_id);
    return false;
  }
}

/** Once for all lanes. */
async function takeUp(rt: Runtime, runner: Runner, bulk_id: string): Promise<boolean> {
  const taking = runner.taken.get(bulk_id) ?? takeBulk(rt.db, bulk_id);
  runner.taken.set(bulk_id, taking);
  const taken = await taking;
  if (!taken) runner.taken.delete(bulk_id);
  return taken;
}

async function doPart(rt: Runtime, bulk_id: string, clock: Clock): Promise<ChunkResult> {
  try {
    return await runBulkChunk(rt.db, bulk_id, { limit: CHUNK }, () => instantFromDate(clock()).iso);
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    rt.log.warn({ err, bulk_id }, "a part of a bulk action failed; its cases are tried one by one");
    return doOneByOne(rt, bulk_id, clock);
  }
}

/** The same part, a transaction for each case, so that a bad one sinks only itself. */
async function doOneByOne(rt: Runtime, bulk_id: string, clock: Clock): Promise<ChunkResult> {
  const all: ChunkResult = { left: "some", topics: [] };
  for (const { position, case_id } of await listWaitingItems(rt.db, bulk_id, CHUNK)) {
    if (rt.hub.closing.aborted) break;
    const { left, topics } = await doOne(rt, { bulk_id, position, case_id }, clock);
    all.topics.push(...topics);
    if (left === "over") return { ...all, left };
  }
  return all;
}

type One = { bulk_id: string; position: number; case_id: string };

async function doOne(rt: Runtime, one: One, clock: Clock): Promise<ChunkResult> {
  const { bulk_id, position } = one;
  for (let attempt = 1; ; attempt++) {
    const now = () => instantFromDate(clock()).iso;
    try {
      return await runBulkChunk(rt.db, bulk_id, { limit: 1, position }, now);
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err;
      if (attempt < TRIES) continue;
      rt.log.error({ err, ...one }, "a case of a bulk action could not be worked on");
      const code = isDomainError(err) ? err.code : "internal_error";
      return failBulkItem(rt.db, bulk_id, position, { code, message: reasonInGeneral(code) }, now());
    }
  }
}
