import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Errata } from "@/clients/typescript/errata";

/**
 * A server that takes every request and never answers, one that takes no connection, and one that is not there: the
 * tool does not notice. That no call waits is told by all of them being over before anything was answered; what a call
 * costs, by the median.
 */
const CALLS = 2_000;
const MEDIAN_MS_MAX = 1;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

let hung: Server;
let requests = 0;
let full: Awaited<ReturnType<typeof startFullServer>>;
beforeAll(async () => {
  full = await startFullServer();
  hung = createServer((request) => {
    requests += 1;
    request.resume();
  });
  await new Promise<void>((resolve) => hung.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  full?.close();
  hung?.closeAllConnections();
  hung?.close();
});

const LISTEN = `const server = require("node:net").createServer();
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port));`;

/** A process that stands still, with as many connections before it as the kernel keeps: a further one hangs. */
async function startFullServer() {
  const child = spawn(process.execPath, ["-e", LISTEN], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const port = Number(line);
  child.kill("SIGSTOP");
  const sockets = Array.from({ length: 8 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  return {
    url: `http://127.0.0.1:${port}`,
    isFull: () => sockets.some(({ connecting }) => connecting),
    close: () => {
      for (const socket of sockets) socket.destroy();
      child.kill("SIGKILL");
    },
  };
}

const fullUrl = () => full.url;
const hungUrl = () => `http://127.0.0.1:${(hung.address() as AddressInfo).port}`;
/** Nobody listens on port 9 here. */
const AWAY = "http://127.0.0.1:9";
const medianOf = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

test.each([
  ["hangs", hungUrl],
  ["takes no connection", fullUrl],
  ["is away", () => AWAY],
])("in TypeScript a call is slowed by less than a millisecond while the server %s", async (_, url) => {
  const errata = new Errata({
    url: url(),
    key: "k",
    interval_ms: 1,
    backoff_ms: 1,
    buffer: 500,
    request_timeout_ms: 600_000,
    on_problem: () => {},
  });
  const tool = errata.tool<object>("slow", { writes: true });
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const started = performance.now();
    const outcome = await tool.call({ index }, () => {
      if (index % 2 === 0) throw new Error("no answer");
    });
    if (!outcome.ok) times.push(performance.now() - started);
    expect(outcome.ok).toBe(index % 2 === 1);
    // Sending gets its turn, as it does beside any tool that waits for something.
    if (index % 20 === 0) await nextTurn();
  }
  const { waiting, events, frames } = errata.stats;
  // Nothing was answered: every failure still waits, or was dropped and counted.
  expect(events).toEqual({ accepted: 0, duplicate: 0, conflict: 0, rejected: 0, dropped: CALLS / 2 - 500 });
  expect(frames.dropped).toBe(CALLS / 2 - 50);
  // Beside them, at most the report of how many calls there were.
  expect([550, 551]).toContain(waiting);
  expect(medianOf(times)).toBeLessThan(MEDIAN_MS_MAX);
  expect(await errata.close(0)).toBe(false);
});

const PYTHON = `
import json, sys, time
from errata import Errata
url, calls = sys.argv[1], int(sys.argv[2])
errata = Errata(url, "k", interval=0.001, backoff=0.001, buffer=500, request_timeout=600.0, exit_timeout=0.0)
tool, times, wrong = errata.tool("slow", writes=True), [], 0
def run(args):
    if args["index"] % 2 == 0:
        raise RuntimeError("no answer")
for index in range(calls):
    started = time.perf_counter()
    outcome = tool.call({"index": index}, run)
    if not outcome.ok:
        times.append(1000 * (time.perf_counter() - started))
    wrong += outcome.ok != (index % 2 == 1)
print(json.dumps({"median": sorted(times)[calls // 4], "wrong": wrong, **errata.stats["events"]}))
`;

test.skipIf(!hasPython).each([
  ["hangs", hungUrl],
  ["takes no connection", fullUrl],
  ["is away", () => AWAY],
])("in Python a call is slowed by less than a millisecond while the server %s", async (_, url) => {
  const env = {
    ...process.env,
    PYTHONPATH: join(import.meta.dirname, "../../clients/python"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const { stdout } = await promisify(execFile)("python3", ["-c", PYTHON, url(), String(CALLS)], { env });
  const { median, ...said } = JSON.parse(stdout);
  expect(said).toEqual({
    wrong: 0,
    accepted: 0,
    duplicate: 0,
    conflict: 0,
    rejected: 0,
    dropped: CALLS / 2 - 500,
  });
  expect(median).toBeLessThan(MEDIAN_MS_MAX);
});

test("no text in an exception or in arguments takes the time of what is quadratic", async () => {
  const errata = new Errata({ url: AWAY, key: "k", on_problem: () => {} });
  const tool = errata.tool("odd", { writes: false });
  const started = performance.now();
  for (const odd of [" (", "::", "at ", "(1:1) ", "\t"]) {
    const message = `it said\n    at ${odd.repeat(100_000)}x`;
    await tool.call({ text: "x".repeat(20_000_000) }, () => {
      throw new Error(message);
    });
  }
  // What was quadratic took a minute for one of them.
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(errata.stats.waiting).toBe(10);
  expect(await errata.close(0)).toBe(false);
});

test("the servers were there, so it was their answers that were missing", () => {
  expect(requests).toBeGreaterThan(0);
  expect(full.isFull()).toBe(true);
});
