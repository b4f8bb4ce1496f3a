import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { prepareFrames } from "@/domain/frames-record";
import { instantFromDate } from "@/domain/instant";
import { parseJson } from "@/domain/json";
import { UNPINNED } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { digest } from "@/lib/platform/digest";
import { packPayload } from "@/lib/services/frames-payload";
import { newScrub } from "@/lib/services/scrubbing";
import { makeEvents } from "../make-events";
import { makeFrames } from "../make-frames";

/**
 * What a frames record costs the server's one thread where it is prepared there, and where another thread does it, to
 * which the body goes as bytes, or parsed, and from which the rows come back (docs/decisions/0077):
 * `node --import tsx bench/tried/prepare-in-worker.ts [workers]`.
 */
const WORKERS = Number(process.argv[2] ?? 1);
const RECORDS = 50;
const BODIES = 40;
const ROUNDS = 5;

type Prepare = (body: Uint8Array<ArrayBuffer>) => Promise<unknown[]>;

const itemsOf = (body: Uint8Array) => parseJson(new TextDecoder().decode(body)) as unknown[];

async function prepareHere(items: readonly unknown[]): Promise<unknown[]> {
  const rules = { source_id: 1, pins: UNPINNED, now: instantFromDate(new Date()), retention_days: 90 };
  const scrub = newScrub(DEFAULT_SETTINGS);
  const rows: unknown[] = [];
  for (const item of items) {
    const outcome = prepareFrames(item, { ...rules, digest, sanitized: false, scrub });
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    rows.push({ ...outcome.frames, payload: await packPayload(outcome.frames.payload) });
  }
  return rows;
}

function openWorkers() {
  // Node 20 hands a worker no loader: it registers tsx by itself.
  const start = `import("tsx/esm/api").then(({ register }) => (register(), import("${import.meta.url}")))`;
  const workers = Array.from({ length: WORKERS }, () => new Worker(start, { eval: true }));
  let turn = 0;
  const waiting = workers.map((worker) => {
    const answers: ((rows: unknown[]) => void)[] = [];
    worker.on("message", (rows: unknown[]) => answers.shift()?.(rows));
    return answers;
  });
  return {
    prepare: (message: Uint8Array<ArrayBuffer> | unknown[]) =>
      new Promise<unknown[]>((resolve) => {
        const at = turn++ % WORKERS;
        waiting[at]?.push(resolve);
        workers[at]?.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
      }),
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}

/** CPU of this thread alone so far, in nanoseconds. */
const mainNanoseconds = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]);

function bodiesFrom(from: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: BODIES }, (_, at) => {
    const frames = makeFrames(makeEvents(RECORDS, from + at * RECORDS), 1);
    return new TextEncoder().encode(JSON.stringify(frames));
  });
}

/** Eight requests under way at a time, as the bench has them. */
async function sendAll(bodies: Uint8Array<ArrayBuffer>[], prepare: Prepare): Promise<void> {
  let next = 0;
  const connection = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const rows = await prepare(body);
      if (rows.length !== RECORDS) throw new Error(`${rows.length} rows`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, connection));
}

async function main(): Promise<void> {
  const workers = openWorkers();
  const ways: Record<string, Prepare> = {
    "on the server's thread": (body) => prepareHere(itemsOf(body)),
    "in workers, bytes handed over": workers.prepare,
    "in workers, parsed items copied": (body) => workers.prepare(itemsOf(body)),
  };
  const rows: Record<string, unknown>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, prepare] of Object.entries(ways)) {
      const bodies = bodiesFrom(round * 1_000_000);
      const [main, all, began] = [mainNanoseconds(), process.cpuUsage(), performance.now()];
      await sendAll(bodies, prepare);
      const { user, system } = process.cpuUsage(all);
      const each = (microseconds: number) => Math.round(microseconds / (BODIES * RECORDS));
      rows.push({
        ...{ round, way, main_us: each((mainNanoseconds() - main) / 1000), all_us: each(user + system) },
        wall_us: each((performance.now() - began) * 1000),
        rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
      });
    }
  }
  console.table(rows);
  await workers.close();
}

if (isMainThread) await main();
else
  parentPort?.on("message", async (message: Uint8Array | unknown[]) => {
    parentPort?.postMessage(await prepareHere(message instanceof Uint8Array ? itemsOf(message) : message));
  });
