import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Errata } from "@/clients/typescript/errata";
import { claimCase } from "@/lib/services/cases/claim-case";
import type { Runtime } from "@/lib/services/context";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";
import { type FailureRun, failureCases, runFailures, suitePath } from "./typescript-conformance";

/** The helpers against Errata itself: what they send arrives as it was said, and nothing is lost when a process ends. */

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = join(ROOT, "clients/python");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("python3 is not on this machine: the Python helper is not tested.");
const CLIENTS = hasPython ? ["typescript", "python"] : ["typescript"];

let database: TestDatabase;
let server: TestServer;
let rt: Runtime;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url, pages: false });
  rt = openTestRuntime(database);
});
afterAll(async () => {
  await rt?.close();
  await server?.stop();
  await database?.drop();
});

async function run(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await promisify(execFile)(command, args, { cwd: ROOT, env, maxBuffer: 50_000_000 });
  return stdout;
}

async function allFailures(client: string): Promise<FailureRun[]> {
  const { url, key } = server;
  if (client === "typescript") return Promise.all(failureCases.map((one) => runFailures(one, { url, key })));
  return JSON.parse(await run("python3", join(PYTHON, "conformance.py"), suitePath("failures"), url, key));
}

/** The stored event under a reference, as the API answers it. */
async function storedEvents(): Promise<Map<string, Record<string, unknown>>> {
  const response = await fetch(`${server.url}/api/v1/events?service=conformance&limit=500`, {
    headers: { authorization: `Bearer ${server.key}` },
  });
  const { items } = (await response.json()) as { items: Record<string, unknown>[] };
  return new Map(items.map((item) => [String(item.reference), item]));
}

const ENDINGS = [
  ["a TypeScript process that ends by itself", "typescript", "ends"],
  ["a TypeScript process that calls process.exit", "typescript", "exit"],
  ...(hasPython ? ([["a Python process that ends", "python", "ends"]] as const) : []),
] as const;

const PYTHON_ENDS = `
import sys
from errata import Errata
url, key, tool = sys.argv[1:]
write = Errata(url, key, exit_timeout=60.0).tool(tool, writes=True)
for index in range(1_000):
    write.fail(RuntimeError("no answer"), {"index": index})
`;

test.each(ENDINGS)("%s loses none of 1,000 events", async (_, client, how) => {
  const { url, key } = server;
  const tool = `ending_${client}_${how}`;
  if (client === "python") await run("python3", "-c", PYTHON_ENDS, url, key, tool);
  else
    await run(
      process.execPath,
      "--import",
      "tsx",
      join(import.meta.dirname, "exiting-process.ts"),
      url,
      key,
      tool,
      how,
    );
  const [events] = await database.sql`
    select count(distinct event_id)::int as events, count(distinct reference)::int as references_
    from events where tool = ${tool}`;
  expect(events).toEqual({ events: 1_000, references_: 1_000 });
  const [frames] = await database.sql`select count(*)::int as records from frames where tool = ${tool}`;
  expect(frames).toEqual({ records: 1_000 });
  const [calls] = await database.sql`select sum(calls)::int as calls from calls where tool = ${tool}`;
  expect(calls).toEqual({ calls: 1_000 });
});

const PYTHON_WAITS = `
import json, sys
from errata import Errata
url, key, idempotency_key = sys.argv[1:]
errata = Errata(url, key, service="billing")
outcome = errata.tool("refund", writes=True).fail(RuntimeError("no answer"), {}, idempotency_key=idempotency_key)
print(json.dumps(errata.await_verdict(by="run_1", tool="refund", idempotency_key=idempotency_key, timeout=100)))
`;

async function waitForVerdict(client: string, idempotency_key: string): Promise<Record<string, unknown>> {
  const { url, key } = server;
  if (client === "python")
    return JSON.parse(await run("python3", "-c", PYTHON_WAITS, url, key, idempotency_key));
  const errata = new Errata({ url, key, service: "billing" });
  errata.tool("refund", { writes: true }).fail(new Error("no answer"), {}, { idempotency_key });
  const answer = await errata.awaitVerdict({
    by: "run_1",
    tool: "refund",
    idempotency_key,
    timeout_ms: 100_000,
  });
  await errata.close();
  return answer;
}

describe.each(CLIENTS)("the %s helper", (client) => {
  test("what it says of the suite's failures is stored as it was said", async () => {
    const runs = await allFailures(client);
    const stored = await storedEvents();
    const bodies = runs.flatMap(({ outcomes }) => outcomes.flatMap(({ body }) => body ?? []));
    for (const body of bodies) {
      const { hint, ...said } = body;
      expect(stored.get(String(body.reference))).toMatchObject({ ...said, ...(hint ? { hint } : {}) });
    }
    for (const { stats } of runs)
      for (const counts of Object.values(stats).filter((one) => typeof one === "object"))
        expect(counts).toMatchObject({ rejected: 0, conflict: 0, dropped: 0, duplicate: 0 });
    const said = (kind: "recoveries" | "evidence") => failureCases.flatMap((one) => one[kind] ?? []).length;
    const sent = (kind: string) =>
      runs.reduce((sum, { stats }) => sum + Number(Reflect.get(stats[kind] ?? {}, "accepted")), 0);
    expect(sent("events")).toBe(bodies.length);
    expect(sent("frames")).toBe(bodies.length);
    expect(sent("recoveries")).toBe(said("recoveries"));
    expect(sent("evidence")).toBe(said("evidence"));
  });

  test("waits for the verdict on what it has just reported, and has taken it when it answers", async () => {
    const idempotency_key = `refund-${client}`;
    const waiting = waitForVerdict(client, idempotency_key);
    const found = () =>
      database.sql<
        { case_id: string }[]
      >`select case_id from cases where idempotency_key = ${idempotency_key}`;
    await expect.poll(async () => (await found()).length).toBe(1);
    const person = await keyContext(rt, { source: "reconciler" });
    const [{ case_id } = { case_id: "" }] = await found();
    await claimCase(person, { case_id });
    const evidence = [
      { kind: "provider", external_id: "re_1", url: null, note: null, observed_at: new Date().toISOString() },
    ];
    const { verdict_id } = await issueVerdict(person, { case_id, verdict: "committed", evidence });
    expect(await waiting).toMatchObject({
      state: "settled",
      directive: "treat_as_done",
      case_id,
      verdict_id,
    });
    const [taken] = await database.sql`select acknowledged_by from verdicts where verdict_id = ${verdict_id}`;
    expect(taken).toEqual({ acknowledged_by: "run_1" });
  });
});
