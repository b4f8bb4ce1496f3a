import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createDatabase } from "@/db/client";
import { type EmbeddedDatabase, startEmbedded } from "@/db/embedded";
import { createTestFolder } from "@/tests/support/folder";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const made = createTestFolder();
  undo.push(made.remove);
  return join(made.path, "data");
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: "off" } });
  undo.push(database.stop);
  return database;
}

async function ask<T>(url: string, statement: string): Promise<T | undefined> {
  const { sql, close } = createDatabase({ url, max: 1 });
  try {
    const rows = await sql.unsafe(statement);
    return rows[0] as T | undefined;
  } finally {
    await close();
  }
}

test("data survives a restart, text is UTF-8 and the password is private", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  await ask(first.url, "CREATE TABLE kept AS SELECT 'wäre' AS word");
  expect(await ask(first.url, "SELECT current_setting('server_encoding') AS e, upper('é') AS u")).toEqual({
    e: "UTF8",
    u: "É",
  });
  await first.stop();
  const second = await start(dataDir);
  expect(await ask(second.url, "SELECT word FROM kept")).toEqual({ word: "wäre" });
  expect(statSync(join(dataDir, "database-password")).mode & 0o777).toBe(0o600);
});

test("a folder in use is refused in one line that says by whom, since when and on which port", async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const refusal = await startEmbedded({ dataDir, log: () => {} }).catch((error: Error) => error);
  expect(refusal).toMatchObject({ name: "StartupError" });
  expect((refusal as Error).message).toMatch(
    new RegExp(
      `^${dataDir} is in use by process ${process.pid} since 20\\d\\d-.* UTC \\(database port ${first.port}\\)`,
    ),
  );
  expect((refusal as Error).message).not.toContain("\n");
  expect(await ask(first.url, "SELECT 1 AS one")).toEqual({ one: 1 });
});

test("a holder that is dead, or cut short by a crash, is no obstacle", async () => {
  const dataDir = folder();
  await (await start(dataDir)).stop();
  const dead = {
    pid: process.pid,
    since: "2026-01-01T00:00:00Z",
    host: "x",
    process_started: "another boot",
  };
  for (const content of [JSON.stringify(dead), '{"pid": 12', ""]) {
    writeFileSync(join(dataDir, "holder.json"), content);
    const again = await startEmbedded({ dataDir, log: () => {} });
    expect(JSON.parse(readFileSync(join(dataDir, "holder.json"), "utf8")).pid).toBe(process.pid);
    await again.stop();
  }
});

test("of two starts at the same instant one wins and the other is told who", async () => {
  const dataDir = folder();
  const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)]);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({ name: "StartupError" });
});

test("an initdb that was killed in the middle is done again", async () => {
  const dataDir = folder();
  const made = await start(dataDir);
  await made.stop();
  // As a kill leaves it: files there, but under the name that says "not finished".
  renameSync(join(dataDir, "postgres"), join(dataDir, "postgres.partial"));
  rmSync(join(dataDir, "postgres.partial", "global"), { recursive: true });
  const again = await start(dataDir);
  expect(await ask(again.url, "SELECT 1 AS one")).toEqual({ one: 1 });
});

test("a server that is killed comes back at the same address with what was committed", async () => {
  const database = await start(folder());
  await ask(database.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  process.kill(database.pid() ?? 0, "SIGKILL");
  const { sql, close } = createDatabase({ url: database.url, max: 1 });
  let answer: number | undefined;
  while (answer === undefined) {
    answer = await sql<{ answer: number }[]>`SELECT answer FROM kept`.then(
      (rows) => rows[0]?.answer,
      () => undefined,
    );
  }
  await close();
  expect(answer).toBe(42);
});

test("a folder that cannot be one is refused in one line", async () => {
  const dataDir = folder();
  const file = join(dataDir, "..", "file");
  writeFileSync(file, "not a folder");
  await expect(startEmbedded({ dataDir: join(file, "data"), log: () => {} })).rejects.toThrow(
    /^The data folder .* is not a folder: set ERRATA_DATA_DIR to one\.$/,
  );
});

test.runIf(process.getuid?.() === 0)(
  "a folder that the database's user cannot enter: the data has a place of its own, found again and named",
  async () => {
    const closed = join(folder(), "closed to others");
    mkdirSync(closed, { recursive: true, mode: 0o700 });
    const dataDir = join(closed, "data");
    const lines: string[] = [];
    const open = () =>
      startEmbedded({ dataDir, log: (line) => lines.push(line), settings: { fsync: "off" } });
    const first = await open();
    undo.push(first.stop);
    await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    const second = await open();
    undo.push(second.stop);
    expect(await ask(second.url, "SELECT answer FROM kept")).toEqual({ answer: 42 });
    const home = /^The database's files are in (\S+), because the user \S+ cannot enter /.exec(
      lines[0] ?? "",
    )?.[1];
    expect(home).toBeDefined();
    if (home) undo.unshift(() => rmSync(home, { recursive: true, force: true }));
    expect(lines).toHaveLength(2);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  },
);
