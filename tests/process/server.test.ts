import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { processStarted } from "@/db/embedded-holder";
import { createTestFolder } from "@/tests/support/folder";
import { spawnServer, startTestServer } from "@/tests/support/server";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const made = createTestFolder();
  undo.push(made.remove);
  return join(made.path, "data");
}

async function start(dataDir: string, source = false) {
  const server = await startTestServer({ pages: false, source, env: { ERRATA_DATA_DIR: dataDir } });
  undo.push(server.kill);
  return server;
}

function databasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** A zombie has ended, even when nobody has asked for its exit code yet. */
const isRunning = (pid: number) => processStarted(pid) !== null;

test("health answers, an orderly stop leaves with 0 and takes the database with it", async () => {
  const dataDir = folder();
  const server = await start(dataDir, true);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: "ready" });
  const database = databasePid(dataDir);
  expect(isRunning(database)).toBe(true);
  expect(await server.stop()).toBe(0);
  expect(isRunning(database)).toBe(false);
});

test("after kill -9 of the server its orphaned database is no obstacle and never doubled", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const orphan = databasePid(dataDir);
  await first.kill();
  expect(isRunning(orphan)).toBe(true);
  const second = await start(dataDir);
  expect(isRunning(orphan)).toBe(false);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
});

test("after kill -9 of both the server and the database the next start works", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const database = databasePid(dataDir);
  await first.kill();
  process.kill(database, "SIGKILL");
  const second = await start(dataDir);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
});

test("a database that is killed under it: not ready meanwhile, then it goes on by itself", async () => {
  const dataDir = folder();
  const server = await start(dataDir);
  process.kill(databasePid(dataDir), "SIGKILL");
  const seen = new Set<number>();
  while (!(seen.has(503) && seen.has(200))) {
    const answer = await fetch(`${server.url}/readyz`);
    if (answer.status === 503) expect(answer.headers.get("retry-after")).toBe("1");
    // What answered before the kill was noticed does not count.
    if (answer.status === 503 || seen.has(503)) seen.add(answer.status);
  }
  expect(server.output()).toContain("The database ended unexpectedly; starting it again.");
  expect(await server.stop()).toBe(0);
});

test("a second start on the same folder says who holds it and leaves with 1", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const second = spawnServer({ ERRATA_ROLE: "ingest", ERRATA_DATA_DIR: dataDir });
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(
    new RegExp(`^Errata did not start: .* in use by process ${first.pid} since .*$`),
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("a taken port is one line, and the data folder is left alone", async () => {
  const other = createServer();
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  undo.push(() => other.close());
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const run = spawnServer({ PORT: String(port), ERRATA_ROLE: "ingest", ERRATA_DATA_DIR: folder() });
  expect(await run.exited).toBe(1);
  expect(run.output()).toBe(
    `Errata did not start: Port ${port} is taken: stop what listens there, or set PORT to another.`,
  );
});

test("a variable that does not hold what it should is named", async () => {
  const run = spawnServer({ PORT: "http", ERRATA_BASE_PATH: "errata/", ERRATA_ROLE: "ingest" });
  expect(await run.exited).toBe(1);
  expect(run.output()).toMatch(
    /^Errata did not start: PORT must be a number.*ERRATA_BASE_PATH must begin with a slash/,
  );
});

test("a database that cannot be reached is one line", async () => {
  const run = spawnServer({ DATABASE_URL: "postgres://errata:secret@127.0.0.1:1/x", ERRATA_ROLE: "ingest" });
  expect(await run.exited).toBe(1);
  expect(run.output()).toMatch(/^Errata did not start: The database at 127\.0\.0\.1:1 .*$/);
  expect(run.output()).not.toContain("secret");
});
