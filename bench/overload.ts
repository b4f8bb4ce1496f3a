import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LARGE_BODIES, type LargeKind } from "./large-bodies";
import { makeEvents } from "./make-events";
import { percentile } from "./measure";
import type { UploadOrder, UploadReport } from "./upload-process";

const UPLOADS = 24;
const ROUNDS = 2;
const BATCH = 20;
const EVERY_MS = 50;
/** The healthy producer's events begin where no other bench has any. */
const HEALTHY_FROM = 700_000_000;

export type Overload = {
  kind: LargeKind;
  round: number;
  seconds: number;
  refused: number;
  peak_mb: number;
  longest_pause_ms: number;
  healthy: { requests: number; refused: number; p50_ms: number; p99_ms: number; most_ms: number };
};

type Server = { url: string; key: string; pid: number };

/**
 * Many bodies at the limit at once, sent again until each is taken, while another producer goes on sending small
 * batches: what the process holds, how long it answered nobody, and what the other producer felt.
 */
export async function overload(server: Server, scale: number): Promise<Overload[]> {
  const uploads = Math.max(4, Math.round(UPLOADS * scale));
  const rows: Overload[] = [];
  let from = 0;
  await healthyFor(server, pause(2_000));
  for (const kind of Object.keys(LARGE_BODIES) as LargeKind[])
    for (let round = 1; round <= ROUNDS; round += 1) {
      const row = await flood(server, { url: server.url, key: server.key, kind, uploads, from }, round);
      console.error(JSON.stringify(row));
      rows.push(row);
      from += uploads;
    }
  return rows;
}

async function flood(server: Server, order: UploadOrder, round: number): Promise<Overload> {
  const child = fork(join(import.meta.dirname, "upload-process.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the process that uploads ended with ${code}`);
  });
  child.send(order);
  forgetPeak(server.pid);
  await longestPause(server);
  const reported = Promise.race([once(child, "message"), ended]) as Promise<[UploadReport]>;
  const healthy = await healthyFor(server, reported);
  const [{ seconds, refused, statuses }] = await reported;
  ended.catch(() => {});
  const odd = Object.keys(statuses).filter((status) => !["200", "207", "429", "0"].includes(status));
  if (odd.length > 0) throw new Error(`uploads were answered with ${JSON.stringify(statuses)}`);
  return {
    ...{ kind: order.kind, round, seconds: Number(seconds.toFixed(1)), refused },
    peak_mb: peakMegabytes(server.pid),
    longest_pause_ms: healthy.longest_pause_ms,
    healthy: healthy.figures,
  };
}

/** A producer that sends a small batch twenty times a second until then, each when it is due. */
async function healthyFor(server: Server, until: Promise<unknown>) {
  const latencies: number[] = [];
  const open = new Set<Promise<void>>();
  let [over, refused, longest, sent] = [false, 0, 0, 0];
  const settled = until.finally(() => {
    over = true;
  });
  settled.catch(() => {});
  while (!over) {
    const one = postBatch(server, sent).then(({ ms, status }) => {
      latencies.push(ms);
      if (status !== 200) refused += 1;
      open.delete(one);
    });
    open.add(one);
    sent += 1;
    if (sent % 20 === 0) longest = Math.max(longest, await longestPause(server));
    await pause(EVERY_MS);
  }
  await settled;
  await Promise.all(open);
  longest = Math.max(longest, await longestPause(server));
  const sample = { name: "healthy", operations: sent, seconds: 0, latencies };
  const ms = (share: number) => Math.round(percentile(sample, share));
  const figures = { requests: sent, refused, p50_ms: ms(0.5), p99_ms: ms(0.99), most_ms: ms(1) };
  return { figures, longest_pause_ms: longest };
}

let batches = 0;

async function postBatch({ url, key }: Server, _index: number): Promise<{ ms: number; status: number }> {
  const events = makeEvents(BATCH, HEALTHY_FROM + BATCH * batches++);
  const body = JSON.stringify(events);
  const began = performance.now();
  const response = await fetch(`${url}/api/v1/events?results=rejected`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body,
  });
  await response.arrayBuffer();
  return { ms: performance.now() - began, status: response.status };
}

/** In ms, since it was asked last. */
async function longestPause({ url, key }: Server): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await response.text())?.[1];
  return Math.round(Number(seconds ?? Number.NaN) * 1000);
}

/** From here on the kernel keeps a new highest resident memory of the process. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

function peakMegabytes(pid: number): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(match?.[1] ?? Number.NaN) / 1024);
}
