import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Errata } from "@/clients/typescript/errata";
import { checkReference } from "@/domain/reference";
import { BODIES, FAILURES, SECRET, type Seen } from "./adapter-world";
import { RUNS } from "./adapters-typescript";
import { type ClientWorld, has, openClientWorld } from "./client-world";
import { blocksOf, textOf } from "./snippets";

/** Every adapter, in its real framework and against Errata itself: what the model is told is what is stored. */

const RECORDED = join(import.meta.dirname, "recorded-fastmcp");
const inRecorded = `import sys; sys.path.insert(0, ${JSON.stringify(RECORDED)})\n`;
const PYTHON = has("python3") ? ["asyncio", "fastmcp_recorded"] : [];
if (spawnSync("python3", ["-c", "import fastmcp"]).status === 0) PYTHON.push("fastmcp");

let world: ClientWorld;
beforeAll(async () => {
  world = await openClientWorld();
});
afterAll(() => world?.close());

async function eventsOf(filter: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${world.server.key}` };
  const response = await fetch(`${world.server.url}/api/v1/events?${filter}`, { headers });
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: unknown[] }).items;
}

/** The stored JSON of exceptions, frames and arguments; reading it is not the business of this world.server. */
async function framesOf(reference: string): Promise<string> {
  const [record] = await world.database.sql`select payload from frames where reference = ${reference}`;
  return gunzipSync(record?.payload).toString("utf8");
}

async function seenBy(framework: string): Promise<Seen> {
  const run = RUNS[framework];
  if (run) {
    const errata = new Errata({ url: world.server.url, key: world.server.key, service: framework });
    const seen = await run(errata);
    expect(await errata.close(60_000)).toBe(true);
    return seen;
  }
  const program = readFileSync(join(import.meta.dirname, "adapter_world.py"), "utf8");
  const path = framework === "fastmcp_recorded" ? inRecorded : "";
  const seen = JSON.parse(await world.producer.runPython(path + program, framework));
  return { ...seen, success: seen.success.text.replaceAll('"', "") };
}

describe.each([...Object.keys(RUNS), ...PYTHON])("%s", (framework) => {
  let seen: Seen;
  beforeAll(async () => {
    seen = await seenBy(framework);
  });

  test("a result is passed on as it is", () => expect(seen.success).toBe("1 is open"));

  test.each(FAILURES)("%s: the model is told, and Errata stores what it was told", async (failure) => {
    const { text, isError } = seen[failure];
    expect(isError).toBe(true);
    const body = JSON.parse(text);
    expect(body).toMatchObject(BODIES[failure]);
    expect(text).not.toContain(SECRET);
    expect(checkReference(body.reference)).toBe("valid");
    const events = await eventsOf(`service=${framework}&code=${body.code}`);
    expect(events).toContainEqual(expect.objectContaining({ ...body, tool: "move_ticket" }));
    const shown = await framesOf(body.reference);
    if (failure !== "refused") expect(shown).toContain(SECRET);
    expect(shown).toContain('"status"');
  });

  test("calls are counted, failed or not", async () => {
    const [counted] = await world.database.sql`
      select sum(calls)::int as calls from calls where service = ${framework} and tool = 'move_ticket'`;
    expect(counted).toEqual({ calls: 4 });
  });
});

test.runIf(PYTHON.length > 0)("docs/producers/adapters.md", async () => {
  const blocks = blocksOf("adapters.md");
  const path = PYTHON.includes("fastmcp") ? "" : inRecorded;
  const printed = [
    await world.producer.runTypescript(textOf(blocks, "ts")),
    await world.producer.runPython(path + textOf(blocks, "python")),
  ];
  expect(printed.join("")).toBe(textOf(blocks, "text"));
});

test.runIf(PYTHON.length > 0)("asyncio: nonsense, unknown tools and threads", async () => {
  const events = await eventsOf("service=asyncio&code=unknown_tool&code=invalid_arguments");
  expect(events).toContainEqual(
    expect.objectContaining({
      tool: "move_tickets",
      class: "not_found",
      permitted: ["move_ticket", "look_up"],
    }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ tool: "look_up", code: "invalid_arguments", run_id: "run_asyncio" }),
  );
});

test.each(PYTHON.filter((framework) => framework !== "asyncio"))(
  "%s: what Pydantic says of a provider's answer is no fault of the arguments",
  async (framework) => {
    const [event, ...others] = await eventsOf(`service=${framework}&tool=read_provider`);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ code: "internal_error", class: "transient", run_id: `run_fastmcp` });
  },
);
