import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Errata } from "@/clients/typescript/errata";
import { type ClientWorld, has, openClientWorld } from "./client-world";
import { blocksOf, textOf } from "./snippets";
import { type FailureRun, failureCases, runFailures, suitePath } from "./typescript-conformance";

/**
 * The helpers, and every snippet of docs/producers, against Errata itself: what is sent arrives as it was said, nothing
 * is lost when a process ends, and what a snippet prints is what its page says.
 */
const hasPython = has("python3");
if (!hasPython) console.warn("python3 is not on this machine: the Python helper is not tested.");
const CLIENTS = hasPython ? ["typescript", "python"] : ["typescript"];
const RUNNER = join(import.meta.dirname, "../../clients/python/conformance.py");

let world: ClientWorld;
beforeAll(async () => {
  world = await openClientWorld();
});
afterAll(() => world?.close());

const endingIn = (how: string) => `
import { Errata } from "./errata";
const { ERRATA_URL: url = "", ERRATA_KEY: key = "" } = process.env;
const write = new Errata({ url, key, exit_timeout_ms: 60_000 }).tool(String(process.argv[2]), { writes: true });
for (let index = 0; index < 1_000; index += 1) write.fail(new Error("no answer"), { index });
${how}`;

const PYTHON_ENDS = `
import os, sys
from errata import Errata
write = Errata(os.environ["ERRATA_URL"], os.environ["ERRATA_KEY"], exit_timeout=60.0).tool(sys.argv[1], writes=True)
for index in range(1_000):
    write.fail(RuntimeError("no answer"), {"index": index})
`;

const ENDINGS: [string, (tool: string) => Promise<string>][] = [
  ["a TypeScript process that ends by itself", (tool) => world.producer.runTypescript(endingIn(""), tool)],
  [
    "a TypeScript process that calls process.exit",
    (tool) => world.producer.runTypescript(endingIn("process.exit(0);"), tool),
  ],
];
if (hasPython)
  ENDINGS.push(["a Python process that ends", (tool) => world.producer.runPython(PYTHON_ENDS, tool)]);

test.each(ENDINGS)("%s loses none of 1,000 events", async (tool, end) => {
  await end(tool);
  const [events] = await world.database.sql`
    select count(distinct event_id)::int as events, count(distinct reference)::int as quotable
    from events where tool = ${tool}`;
  expect(events).toEqual({ events: 1_000, quotable: 1_000 });
  const [frames] = await world.database.sql`select count(*)::int as records from frames where tool = ${tool}`;
  expect(frames).toEqual({ records: 1_000 });
  const [calls] = await world.database.sql`select sum(calls)::int as calls from calls where tool = ${tool}`;
  expect(calls).toEqual({ calls: 1_000 });
});

const PYTHON_WAITS = `
import json, os, sys
from errata import Errata
errata = Errata(os.environ["ERRATA_URL"], os.environ["ERRATA_KEY"], service="billing")
errata.tool("refund", writes=True).fail(RuntimeError("no answer"), {}, idempotency_key=sys.argv[1])
print(json.dumps(errata.await_verdict(by="run_1", tool="refund", idempotency_key=sys.argv[1], timeout=100)))
`;

async function waitForVerdict(client: string, idempotency_key: string): Promise<Record<string, unknown>> {
  if (client === "python") return JSON.parse(await world.producer.runPython(PYTHON_WAITS, idempotency_key));
  const { url, key } = world.server;
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

async function allFailures(client: string): Promise<FailureRun[]> {
  const { url, key } = world.server;
  if (client === "python")
    return JSON.parse(await world.producer.run("python3", RUNNER, suitePath("failures"), url, key));
  return Promise.all(failureCases.map((one) => runFailures(one, { url, key })));
}

/** The stored events of the suite by reference, as the API answers them. */
async function storedEvents(): Promise<Map<string, Record<string, unknown>>> {
  const response = await fetch(`${world.server.url}/api/v1/events?service=conformance&limit=500`, {
    headers: { authorization: `Bearer ${world.server.key}` },
  });
  const { items } = (await response.json()) as { items: Record<string, unknown>[] };
  return new Map(items.map((item) => [String(item.reference), item]));
}

describe.each(CLIENTS)("the %s helper", (client) => {
  test("what it says of the suite's failures is stored as it was said", async () => {
    const runs = await allFailures(client);
    const stored = await storedEvents();
    const bodies = runs.flatMap(({ outcomes }) => outcomes.flatMap(({ body }) => (body ? [body] : [])));
    for (const body of bodies) expect(stored.get(String(body.reference))).toMatchObject(body);
    for (const { stats } of runs)
      for (const counts of Object.values(stats).filter((one) => typeof one === "object"))
        expect(counts).toMatchObject({ rejected: 0, conflict: 0, dropped: 0, duplicate: 0 });
    const sent = (kind: "events" | "frames" | "recoveries" | "evidence") =>
      runs.reduce((sum, { stats }) => sum + stats[kind].accepted, 0);
    const said = (kind: "recoveries" | "evidence") => failureCases.flatMap((one) => one[kind] ?? []).length;
    expect((["events", "frames", "recoveries", "evidence"] as const).map(sent)).toEqual([
      ...[bodies.length, bodies.length, said("recoveries"), said("evidence")],
    ]);
  });

  test("waits for the verdict on what it has just reported, and has taken it when it answers", async () => {
    const key = `refund-${client}`;
    const [answer, { verdict_id, case_id }] = await Promise.all([
      waitForVerdict(client, key),
      world.settle(key),
    ]);
    expect(answer).toMatchObject({ state: "settled", directive: "treat_as_done", case_id, verdict_id });
    const [taken] = await world.database
      .sql`select acknowledged_by from verdicts where verdict_id = ${verdict_id}`;
    expect(taken).toEqual({ acknowledged_by: "run_1" });
  });
});

test("docs/producers/typescript.md", async () => {
  const blocks = blocksOf("typescript.md");
  const running = world.producer.runTypescript(textOf(blocks, "ts"));
  const [printed] = await Promise.all([running, world.settle("refund-2026-11-0042")]);
  expect(printed).toBe(textOf(blocks, "text"));
});

test.skipIf(!hasPython)("docs/producers/python.md", async () => {
  const blocks = blocksOf("python.md");
  const running = world.producer.runPython(textOf(blocks, "python"));
  const [printed] = await Promise.all([running, world.settle("refund-2026-11-0043")]);
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

async function runPage(page: string): Promise<void> {
  const blocks = blocksOf(page);
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== "bash") continue;
    const answer = await world.producer.run("bash", "-euo", "pipefail", "-c", text);
    const said = blocks[index + 1];
    expect(said?.language, text).toBe("json");
    expect(lasting(JSON.parse(answer)), text).toEqual(lasting(JSON.parse(said?.text ?? "")));
  }
}

test.skipIf(!has("curl"))("docs/producers/curl.md", async () => {
  await Promise.all([runPage("curl.md"), world.settle("refund-2026-11-0044")]);
});
