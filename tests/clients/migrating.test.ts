import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import type { Runtime } from "@/lib/services/context";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";
import { type Block, blocksOf, openProducer } from "./snippets";

/* docs/migrating.md step by step: what each program prints, and that what the console shows of it is as the page says. */

const blocks = blocksOf("../migrating.md");
const programs = blocks.flatMap((block, at): [Block, Block][] => {
  const said = blocks[at + 1];
  return block.language === "ts" || block.language === "bash"
    ? [[block, said ?? { language: "", text: "" }]]
    : [];
});
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

let database: TestDatabase;
let server: TestServer;
let rt: Runtime;
let producer: ReturnType<typeof openProducer>;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url, pages: false });
  rt = openTestRuntime(database);
  producer = openProducer({ ERRATA_URL: server.url, ERRATA_KEY: server.key });
});
afterAll(async () => {
  producer?.close();
  await rt?.close();
  await server?.stop();
  await database?.drop();
});

async function runStep(step: number): Promise<void> {
  const [program, said] = programs[step - 1] ?? [];
  expect(await producer.runTypescript(program?.text ?? "")).toBe(said?.text);
}

type Row = Record<string, unknown>;
const newest = (tool: string, most = 1): Promise<Row[]> =>
  database.sql`select *, body::json as said from events where tool = ${tool} order by received_at desc, event_id limit ${most}`;
const leaks = async () =>
  (await database.sql<{ kind: string }[]>`select distinct kind from leaks where tool = 'find_order'`).map(
    ({ kind }) => kind,
  );

test("1: all is unmapped, and leaks", async () => {
  await runStep(1);
  expect(await newest("find_order")).toMatchObject([
    { unmapped: true, class: "unclassified", marks: ["leaked"] },
  ]);
  expect(await leaks()).toEqual(expect.arrayContaining(["trace"]));
});

test("2: the user's sentence holds the reference it is found by", async () => {
  await runStep(2);
  const [event] = await newest("find_order");
  expect(event?.said).toMatchObject({ user_message: expect.stringContaining(String(event?.reference)) });
});

test("3: nothing leaks, and the frames are apart", async () => {
  await runStep(3);
  const [event] = await newest("find_order");
  expect(event).toMatchObject({ unmapped: true, marks: [] });
  expect(
    await database.sql`select exception_type, event_id from frames where reference = ${String(event?.reference)}`,
  ).toMatchObject([{ exception_type: "Error" }]);
});

test("4: calls are counted, the release is known, and the class is a guess", async () => {
  await runStep(4);
  expect(await newest("find_order")).toMatchObject([
    { unmapped: true, class: "transient", release: "1.4.0" },
  ]);
  const [calls] = await database.sql`select sum(calls)::int as calls from calls where tool = 'find_order'`;
  expect(calls).toEqual({ calls: 2 });
});

test("5: the condition has a name", async () => {
  await runStep(5);
  expect(await newest("find_order")).toMatchObject([
    { unmapped: false, code: "order_archived", release: "1.5.0" },
  ]);
});

test("6: two refunds are in doubt, one of them under its key", async () => {
  await runStep(6);
  const cases = await database.sql`select idempotency_key from cases order by idempotency_key nulls last`;
  expect(cases).toEqual([{ idempotency_key: "refund-2026-11-0050" }, { idempotency_key: null }]);
});

test("7: the verdict is taken before it is acted upon", async () => {
  const [found] = await database.sql<{ case_id: string }[]>`
    select case_id from cases where idempotency_key = 'refund-2026-11-0050'`;
  const person = await keyContext(rt, { source: "reconciler" });
  const case_id = found?.case_id ?? "";
  await claimCase(person, { case_id });
  const seen = { kind: "provider", external_id: "re_1", url: null, note: null };
  await issueVerdict(person, {
    ...{ case_id, verdict: "committed" },
    evidence: [{ ...seen, observed_at: new Date().toISOString() }],
  });
  await runStep(7);
  expect(await database.sql`select acknowledged_by from verdicts where case_id = ${case_id}`).toEqual([
    { acknowledged_by: "run_6" },
  ]);
});

test.skipIf(!hasCurl)("8: the release is marked", async () => {
  const [program, said] = programs[7] ?? [];
  const answer = await producer.run("bash", "-euo", "pipefail", "-c", program?.text ?? "");
  expect(JSON.parse(answer)).toEqual(JSON.parse(said?.text ?? ""));
});

test("every step has a program", () => expect(programs).toHaveLength(8));
