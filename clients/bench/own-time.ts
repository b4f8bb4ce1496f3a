/**
 * What a call is slowed by: `node --import tsx clients/bench/own-time.ts`. For each way a server can behave, the time
 * of a call through the boundary less that of the tool alone; a tool that succeeds, and one that fails unmapped. It is
 * the time on the processor: how long a busy machine keeps a call waiting says nothing about the helper.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Errata, type Tool } from "../typescript/errata";

const CALLS = 5_000;
const WAYS = ["takes all", "hangs", "trickles", "fails with a page", "answers nonsense", "is away"];

export type Row = { server: string; call: string; p50_ms: number; p99_ms: number };

const at = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0;

async function timesOf(act: (index: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const started = process.cpuUsage();
    await act(index);
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1_000);
    // Sending gets its turn, as it does beside any tool that waits for something.
    if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return times.sort((a, b) => a - b);
}

async function measure(server: string, call: string, run: () => void, tool: Tool<object>): Promise<Row> {
  const alone = await timesOf(() => {
    try {
      run();
    } catch {}
  });
  const args = { amount: 40, currency: "EUR", note: "as agreed", to: { name: "A. Customer" } };
  const times = await timesOf((index) => tool.call(args, run, { run_id: `run_${index % 100}` }));
  const [p50_ms, p99_ms] = [at(times, 0.5) - at(alone, 0.5), at(times, 0.99) - at(alone, 0.5)];
  return { server, call, p50_ms, p99_ms };
}

function fail(): never {
  throw new Error("socket hang up");
}

async function inTypescript(server: string, url: string): Promise<Row[]> {
  const errata = new Errata({ url, key: "k", interval_ms: 10, backoff_ms: 10, on_problem: () => {} });
  const tool = errata.tool<object>("refund_payment", { writes: true });
  await measure(server, "warming up", fail, tool);
  const rows = [
    await measure(server, "succeeds", () => {}, tool),
    await measure(server, "fails", fail, tool),
  ];
  await errata.close(0);
  return rows;
}

function inPython(server: string, url: string): Row[] {
  const script = join(import.meta.dirname, "own_time.py");
  const { stdout, stderr } = spawnSync("python3", [script, server, url, String(CALLS)], { encoding: "utf8" });
  if (stderr) console.error(stderr);
  return JSON.parse(stdout || "[]") as Row[];
}

function print(language: string, rows: Row[]): void {
  console.log(`\n${language}: a call is slowed by (ms)\n`);
  console.log(`| the server | the tool | p50 | p99 |\n|---|---|---|---|`);
  for (const { server, call, p50_ms, p99_ms } of rows)
    console.log(`| ${server} | ${call} | ${p50_ms.toFixed(3)} | ${p99_ms.toFixed(3)} |`);
}

const child = spawn(process.execPath, [join(import.meta.dirname, "server.mjs")]);
const [port] = await once(child.stdout, "data");
const urlOf = (way: string) =>
  way === "is away" ? "http://127.0.0.1:9" : `http://127.0.0.1:${Number(port)}/${encodeURIComponent(way)}`;
const typescript: Row[] = [];
for (const way of WAYS) typescript.push(...(await inTypescript(way, urlOf(way))));
print(`Node ${process.version}`, typescript);
print(
  "Python",
  WAYS.flatMap((way) => inPython(way, urlOf(way))),
);
child.kill();
process.exit(0);
