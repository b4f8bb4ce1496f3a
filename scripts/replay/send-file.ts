import type { ApiClient } from "./api-client";
import type { DataFile } from "./find-files";
import { type Batch, bodyOf, makeBatches, splitBatch } from "./make-batches";
import { batchItemsFor, type Pace } from "./pace";
import { describeError, type ItemResult, readResults } from "./read-answer";
import { readItems } from "./read-items";
import { emptyTally, type Tally } from "./tally";

/** The server refused in a way that no other line would change: the key, the address. */
export class ReplayRefused extends Error {
  override name = "ReplayRefused";
}

export type FileProgress = { file: DataFile; tally: Tally; bytes_done: number };
export type Watch = {
  on_progress: (progress: FileProgress) => void;
  /** Each line that was not taken: why. */
  on_fault: (file: DataFile, line: number, what: "rejected" | "conflict" | "unreadable", why: string) => void;
  on_end?: (progress: FileProgress) => void;
  on_results?: (batch: Batch, results: ItemResult[]) => void;
};

/** The server commits two flushes side by side; a third request in flight adds little. */
const IN_FLIGHT = 2;

const ADVICE: Record<number, string> = {
  401: "The key is not known to this server.",
  403: 'The key may not do this: it needs the scope "ingest".',
  404: "There is no such door at this address: is --url right, base path included?",
};

/**
 * Sends one batch. When the server refuses the request as a whole for what it holds (400, 413, 422), halves
 * are sent, down to the line it is about: one bad line never takes others with it. Throws ReplayRefused.
 */
export async function sendBatch(client: ApiClient, batch: Batch): Promise<ItemResult[]> {
  const answer = await client.send({ method: "POST", path: batch.rule.path, body: bodyOf(batch) });
  const results = readResults(batch, answer);
  if (results) return results;
  const why = describeError(answer.body, answer.status);
  if (![400, 413, 422].includes(answer.status))
    throw new ReplayRefused(`${batch.rule.path} ${why}\n${ADVICE[answer.status] ?? "Is this an Errata?"}`);
  const [only] = batch.items;
  if (batch.items.length === 1 && only) return [{ line: only.line, outcome: "rejected", reason: why }];
  const [left, right] = splitBatch(batch);
  return [...(await sendBatch(client, left)), ...(await sendBatch(client, right))];
}

/** Runs the work for each value with at most so many at once; the first failure ends it. */
async function eachWithLimit<T>(values: AsyncIterable<T>, limit: number, work: (value: T) => Promise<void>) {
  const running = new Set<Promise<void>>();
  for await (const value of values) {
    const task: Promise<void> = work(value).finally(() => running.delete(task));
    running.add(task);
    task.catch(() => undefined); // heard by the race or by the last line; a second failure is nobody's
    if (running.size >= limit) await Promise.race(running);
  }
  await Promise.all(running);
}

/** Sends a file and counts what became of each line. Throws ReplayRefused, ServerUnreachable. */
export async function sendFile(
  file: DataFile,
  how: { client: ApiClient; shift_seconds: number; pace: Pace; rate: number | null; signal: AbortSignal },
  watch: Watch,
): Promise<Tally> {
  const tally = emptyTally();
  let bytes_done = 0;
  // Batches of calls are cut alike at every rate, or a second replay would make other report ids.
  const most = file.rule.batch_items;
  const batchItems = file.rule.kind === "calls" ? most : batchItemsFor(how.rate, most);
  const batches = makeBatches(
    file.rule,
    readItems(file, how.shift_seconds),
    (line) => {
      tally.unreadable += 1;
      watch.on_fault(file, line.line, "unreadable", line.unreadable);
    },
    batchItems,
  );
  await eachWithLimit(batches, IN_FLIGHT, async (batch) => {
    await how.pace.take(batch.items.length, how.signal);
    const results = await sendBatch(how.client, batch);
    for (const { line, outcome, reason } of results) {
      tally[outcome] += 1;
      if (reason !== null && (outcome === "rejected" || outcome === "conflict"))
        watch.on_fault(file, line, outcome, reason);
    }
    bytes_done = Math.max(bytes_done, batch.items.at(-1)?.end ?? 0);
    watch.on_results?.(batch, results);
    watch.on_progress({ file, tally, bytes_done });
  });
  watch.on_end?.({ file, tally, bytes_done: file.bytes });
  return tally;
}
