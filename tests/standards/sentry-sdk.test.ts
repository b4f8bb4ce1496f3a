import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "@/lib/services/context";
import { readFrames } from "@/lib/services/frames/read-frames";
import { blocksOf, openProducer } from "../clients/snippets";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";

/* Stock SDKs against the running server, below a base path; docs/producers/sentry.md is what they run. */

/** Another one, which has the SDK: `SENTRY_PYTHON=/tmp/venv/bin/python npx vitest run tests/standards/sentry-sdk.test.ts`. */
const PYTHON = process.env.SENTRY_PYTHON ?? "python3";
const hasSdk = spawnSync(PYTHON, ["-c", "import sentry_sdk"]).status === 0;
if (!hasSdk) console.warn("sentry-sdk is not installed for python3: its snippet is only parsed.");

let database: TestDatabase;
let server: TestServer;
let rt: Runtime;
let dsn: string;
const programs = blocksOf("sentry.md");

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { ERRATA_BASE_PATH: "/errata", ERRATA_LOG_LEVEL: "debug" };
  server = await startTestServer({ databaseUrl: database.url, pages: false, env });
  rt = openTestRuntime(database);
  dsn = dsnOf(await makeDsnKey());
});
afterAll(async () => {
  await rt?.close();
  await server?.stop();
  await database?.drop();
});

/** As Errata makes them. A bootstrap key is whatever an operator chose, and may not fit into a DSN. */
async function makeDsnKey(): Promise<string> {
  const key = `erk_${randomBytes(24).toString("hex")}`;
  await database.sql`insert into sources (name) values ('sentry') on conflict do nothing`;
  await database.sql`insert into keys (name, prefix, hash, source_id, scopes, created_by)
    select 'sentry', 'erk_', ${sha256Hex(key)}, source_id, array['ingest'], 'test' from sources where name = 'sentry'`;
  return key;
}

const dsnOf = (key: string) => `${server.url.replace("://", `://${key}@`)}/sentry/1`;

async function run(env: Record<string, string>, command: string, ...args: string[]): Promise<string> {
  const producer = openProducer(env);
  try {
    return await producer.run(command, ...args);
  } finally {
    producer.close();
  }
}

/** From a file of its own, so that the SDK finds the lines of its code. */
const runNode = (program: string, env: Record<string, string> = { SENTRY_DSN: dsn }) =>
  run(env, "sh", "-c", 'printf %s "$0" > program.mjs && exec "$1" program.mjs', program, process.execPath);

async function framesOf(reference: string) {
  const { items } = await readFrames(await keyContext(rt, { source: "reader" }), { reference });
  return items;
}

/** The blocks of the page in a language, in their order. */
function program(language: string, at = 0): string {
  return programs.filter((block) => block.language === language)[at]?.text ?? "";
}

describe("@sentry/node", () => {
  it("sends what its snippet says, with every field", async () => {
    const before = new Date().toISOString();
    await runNode(program("js"));
    const [kept, ...others] = await framesOf("err_7c1f9a");
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      frames_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      language: "javascript",
      ...{ tool: "update_ticket", tenant: "acme", environment: "production", service: "support-agent" },
      exception_type: "Error",
      arguments: { status: "open", labels: [{ name: "urgent", by: { team: "support" } }] },
      context: {
        run_id: "run_81f3",
        release: "support-agent@1.2.3",
        sdk: expect.stringMatching(/^sentry\.javascript\.node \d/),
      },
      exceptions: [
        { type: "Error", message: "the ticket was not updated" },
        { type: "Error", message: "duplicate key value: open", relation: "cause" },
      ],
      marks: [],
    });
    expect(kept && kept.captured_at >= before && kept.captured_at <= new Date().toISOString()).toBe(true);
    expect(kept?.exceptions[0]?.frames[0]).toMatchObject({
      function: "updateTicket",
      file: expect.stringMatching(/program\.mjs$/),
      ...{ line: 14, column: 11, in_app: true, code: expect.stringContaining("the ticket was not updated") },
    });
    expect(Object.keys(kept?.context ?? {}).sort()).toEqual([
      "contexts",
      "level",
      "release",
      "run_id",
      "sdk",
      "server_name",
    ]);
    expect(Object.keys(Object(kept?.context?.contexts)).sort()).toEqual(["runtime", "trace"]);
  });

  it("gives each exception of a group, and says what is none", async () => {
    const body = `
      import * as Sentry from "@sentry/node";
      Sentry.init({ dsn: process.env.SENTRY_DSN });
      const all = new AggregateError([new TypeError("a"), new RangeError("b")], "two");
      Sentry.captureException(all, { tags: { reference: "err_group" } });
      Sentry.captureException("a sentence", { tags: { reference: "err_sentence" } });
      Sentry.captureMessage("said", { tags: { reference: "err_said" } });
      await Sentry.flush(5_000);`;
    await runNode(body);
    const [group] = await framesOf("err_group");
    expect(group?.exceptions).toMatchObject([
      { type: "AggregateError", message: "two" },
      { type: "TypeError", message: "a", relation: "group" },
      { type: "RangeError", message: "b", relation: "group" },
    ]);
    expect((await framesOf("err_sentence"))[0]?.exceptions[0]?.message).toBe("a sentence");
    expect((await framesOf("err_said"))[0]?.exceptions[0]?.message).toBe("said");
  });

  it("goes on as it is for an event without a reference, which is in quarantine", async () => {
    const body = `
      import * as Sentry from "@sentry/node";
      let asked = 0;
      Sentry.init({ dsn: process.env.SENTRY_DSN, beforeSend: (event) => { asked += 1; return event; } });
      Sentry.captureException(new Error("no reference"));
      console.log(await Sentry.flush(5_000), asked);`;
    expect(await runNode(body)).toBe("true 1\n");
    const rows = await database.sql`select reason, payload from quarantine where door = 'frames'`;
    expect(rows).toMatchObject([
      { reason: "reference_required", payload: expect.stringContaining("no reference") },
    ]);
  });

  it("beside Sentry sends only what has a reference", async () => {
    const sentry = await standIn();
    try {
      await runNode(program("js", 1), { SENTRY_DSN: sentry.dsn, ERRATA_DSN: dsn });
      expect(sentry.events()).toBe(2);
    } finally {
      sentry.close();
    }
    expect(await framesOf("err_7c1f9c")).toHaveLength(1);
    expect(await database.sql`select count(*)::int as rows from quarantine`).toMatchObject([{ rows: 1 }]);
  });
});

async function sendsByPython(): Promise<void> {
  await run({ SENTRY_DSN: dsn }, PYTHON, "-c", program("python"));
  const [kept, ...others] = await framesOf("err_7c1f9b");
  expect(others).toEqual([]);
  expect(kept).toMatchObject({
    ...{ language: "python", tool: "update_ticket", service: "support-agent", arguments: { status: "shut" } },
    exceptions: [
      { type: "RuntimeError", message: "the ticket was not updated" },
      {
        type: "KeyError",
        message: "'shut'",
        relation: "cause",
        frames: [{ function: "update_ticket", in_app: true }],
      },
    ],
  });
  expect(Object.keys(kept?.context ?? {}).sort()).toEqual([
    "contexts",
    "level",
    "release",
    "sdk",
    "server_name",
  ]);
}

it("the snippet for Python is Python", async () => {
  await run({}, PYTHON, "-c", "import ast, sys; ast.parse(sys.argv[1])", program("python"));
});

if (hasSdk) it("sentry-sdk of Python sends what its snippet says", sendsByPython);

it("says the whole DSN, prefix and all, to who comes without a key", async () => {
  const answer = await fetch(`${server.url}/sentry/api/1/envelope/`, { method: "POST", body: "{}" });
  const { hint } = (await answer.json()) as { hint: string };
  expect(answer.status).toBe(401);
  expect(hint).toContain(`${server.url.replace("://", "://<key>@")}/sentry/1`);
});

it("never writes the key of a DSN into the log, whatever becomes of the request", async () => {
  const key = await makeDsnKey();
  const address = (by: string, end: string) => `${server.url}/sentry/api/1/${end}?sentry_key=${by}`;
  const statuses = await Promise.all(
    [
      address(key, "envelope/"),
      address(key, "store"),
      address(`${key}0`, "envelope"),
      address(key, "nowhere/"),
    ].map(async (url) => (await fetch(url, { method: "POST", body: "no envelope" })).status),
  );
  expect(statuses).toEqual([400, 400, 401, 404]);
  expect((await fetch(address(key, "envelope/"), { method: "OPTIONS" })).status).toBe(404);
  expect(server.output()).toContain("request refused");
  expect(server.output()).not.toContain(key);
});

/** What stands where Sentry is, and counts the events it gets. */
async function standIn(): Promise<{ dsn: string; events: () => number; close: () => void }> {
  let events = 0;
  const counting: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    events += Buffer.concat(parts).toString().split('{"type":"event"').length - 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => counting.listen(0, "127.0.0.1", resolve));
  const { port } = counting.address() as AddressInfo;
  return { dsn: `http://public@127.0.0.1:${port}/7`, events: () => events, close: () => counting.close() };
}
