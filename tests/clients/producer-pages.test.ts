import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import type { Runtime } from "@/lib/services/context";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";

/** Every snippet of docs/producers, taken from its page and run against Errata; what it prints is what the page says. */

const ROOT = join(import.meta.dirname, "../..");
const has = (command: string) => spawnSync(command, ["--version"]).status === 0;

let database: TestDatabase;
let server: TestServer;
let rt: Runtime;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url, pages: false });
  rt = openTestRuntime(database);
  folder = mkdtempSync(join(tmpdir(), "errata-snippets-"));
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  copyFileSync(join(ROOT, "clients/typescript/errata.ts"), join(folder, "errata.ts"));
  copyFileSync(join(ROOT, "clients/python/errata.py"), join(folder, "errata.py"));
});
afterAll(async () => {
  await rt?.close();
  await server?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

type Block = { language: string; text: string };

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, "docs/producers", page), "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", body = ""]) => ({
    language,
    text: body,
  }));
}

const textOf = (blocks: readonly Block[], language: string) =>
  blocks.flatMap((block) => (block.language === language ? block.text : [])).join("");

/** In the snippets' folder, with what the pages say they need. */
async function run(command: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    ERRATA_URL: server.url,
    ERRATA_KEY: server.key,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
  });
  return stdout;
}

/** The person who settles what the snippet waits for. */
async function settle(idempotency_key: string): Promise<void> {
  const find = () =>
    database.sql<{ case_id: string }[]>`select case_id from cases where idempotency_key = ${idempotency_key}`;
  await expect.poll(async () => (await find()).length).toBe(1);
  const [{ case_id } = { case_id: "" }] = await find();
  const person = await keyContext(rt, { source: "reconciler" });
  await claimCase(person, { case_id });
  const seen = { kind: "provider", external_id: "re_1", url: null, note: null };
  const evidence = [{ ...seen, observed_at: new Date().toISOString() }];
  await issueVerdict(person, { case_id, verdict: "committed", evidence });
}

test("docs/producers/typescript.md", async () => {
  const blocks = blocksOf("typescript.md");
  writeFileSync(join(folder, "program.ts"), textOf(blocks, "ts"));
  const [printed] = await Promise.all([
    run(process.execPath, "--import", "tsx", "program.ts"),
    settle("refund-2026-11-0042"),
  ]);
  expect(printed).toBe(textOf(blocks, "text"));
});

test.skipIf(!has("python3"))("docs/producers/python.md", async () => {
  const blocks = blocksOf("python.md");
  writeFileSync(join(folder, "program.py"), textOf(blocks, "python"));
  const [printed] = await Promise.all([run("python3", "program.py"), settle("refund-2026-11-0043")]);
  expect(printed).toBe(textOf(blocks, "text"));
});

const VOLATILE = /^(event_id|frames_id|case_id|verdict_id|evidence_id|.*_at)$/;

/** Ids and times differ from run to run; that they are there, and all else, does not. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, VOLATILE.test(key) ? typeof one : lasting(one)]),
  );
}

test.skipIf(!has("curl"))("docs/producers/curl.md", async () => {
  const blocks = blocksOf("curl.md");
  const settling = settle("refund-2026-11-0044");
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== "bash") continue;
    const answer = await run("bash", "-euo", "pipefail", "-c", text);
    const said = blocks[index + 1];
    expect(said?.language, text).toBe("json");
    expect(lasting(JSON.parse(answer)), text).toEqual(lasting(JSON.parse(said?.text ?? "")));
  }
  await settling;
});
