import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkReference } from "@/domain/reference";
import { type Door, type ScriptedServer, startScriptedServer } from "./scripted-server";
import {
  type DeliveryRun,
  deliveryCases,
  type FailureRun,
  failureCases,
  LONG,
  runDelivery,
  runFailures,
  runVerdict,
  type Suite,
  suitePath,
  type VerdictRun,
  verdictCases,
} from "./typescript-conformance";

/** The same exceptions in, the same bodies and events out, whichever of the helpers a team copies. */

const RUNNER = join(import.meta.dirname, "../../clients/python/conformance.py");
/** Other versions of the languages: `CLIENT_PYTHON=python3.8 CLIENT_NODE=/path/to/node18 npx vitest run …`. */
const { CLIENT_PYTHON = "python3", CLIENT_NODE } = process.env;
const hasPython = spawnSync(CLIENT_PYTHON, ["--version"]).status === 0;
if (!hasPython) console.warn("python3 is not on this machine: the Python helper is not tested.");
const CLIENTS = hasPython ? ["typescript", "python"] : ["typescript"];

let server: ScriptedServer;
const keyOf = (client: string, suite: string, number: number | string) => `${client}-${suite}-${number}`;
type Runs = { failures: FailureRun[]; delivery: DeliveryRun[]; verdicts: VerdictRun[] };
const runs: Record<string, Runs> = {};

beforeAll(async () => {
  server = await startScriptedServer();
  for (const client of CLIENTS) scriptAll(client);
  const [typescript, python] = await Promise.all([
    CLIENT_NODE ? inNode(CLIENT_NODE) : inTypescript(),
    hasPython ? inPython() : null,
  ]);
  runs.typescript = typescript;
  if (python) runs.python = python;
});
afterAll(() => server?.close());

function scriptAll(client: string): void {
  for (const [number, { answers }] of deliveryCases.entries())
    server.script(keyOf(client, "delivery", number), "events", answers);
  for (const [number, found] of verdictCases.entries())
    for (const door of ["events", "verdicts", "acknowledgements"] as const)
      server.script(keyOf(client, "verdicts", number), door, found[door] ?? []);
}

async function inTypescript(): Promise<Runs> {
  const as = (suite: Suite, number: number) => ({ url: server.url, key: keyOf("typescript", suite, number) });
  const [failures, delivery, verdicts] = await Promise.all([
    Promise.all(failureCases.map((one, number) => runFailures(one, as("failures", number)))),
    Promise.all(deliveryCases.map((one, number) => runDelivery(one, as("delivery", number)))),
    Promise.all(verdictCases.map((one, number) => runVerdict(one, as("verdicts", number)))),
  ]);
  return { failures, delivery, verdicts };
}

/** The same runner, bundled for another Node. */
async function inNode(node: string): Promise<Runs> {
  const folder = mkdtempSync(join(tmpdir(), "errata-conformance-"));
  const outfile = join(folder, "runner.mjs");
  const define = { "import.meta.dirname": JSON.stringify(import.meta.dirname) };
  const contents = `import * as suite from "./typescript-conformance";
    const as = (name, number) => ({ url: process.argv[2], key: "typescript-" + name + "-" + number });
    const all = (cases, name, run) => Promise.all(cases.map((one, number) => run(one, as(name, number))));
    const failures = await all(suite.failureCases, "failures", suite.runFailures);
    const delivery = await all(suite.deliveryCases, "delivery", suite.runDelivery);
    const verdicts = await all(suite.verdictCases, "verdicts", suite.runVerdict);
    process.stdout.write(JSON.stringify({ failures, delivery, verdicts }));`;
  const stdin = { contents, resolveDir: import.meta.dirname, loader: "ts" as const };
  await build({ stdin, outfile, define, bundle: true, platform: "node", format: "esm", target: "node18" });
  const { stdout } = await promisify(execFile)(node, [outfile, server.url], { maxBuffer: 50_000_000 });
  rmSync(folder, { recursive: true, force: true });
  return JSON.parse(stdout) as Runs;
}

async function inPython(): Promise<Runs> {
  const run = async (suite: Suite): Promise<unknown> => {
    const key = keyOf("python", suite, "{case}");
    const { stdout } = await promisify(execFile)(CLIENT_PYTHON, [RUNNER, suitePath(suite), server.url, key], {
      maxBuffer: 50_000_000,
    });
    return JSON.parse(stdout);
  };
  const [failures, delivery, verdicts] = await Promise.all([
    run("failures"),
    run("delivery"),
    run("verdicts"),
  ]);
  return {
    failures: failures as FailureRun[],
    delivery: delivery as DeliveryRun[],
    verdicts: verdicts as VerdictRun[],
  };
}

const REFERENCE = /^err_[0-9a-hjkmnp-tv-z]{11}$/;
const PATTERNS: Record<string, unknown> = {
  $reference: expect.stringMatching(REFERENCE),
  $uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  $instant: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
  $beginning: expect.stringMatching(/^\["0{100}","0{99}1",.*…$/),
  $first: Array.from({ length: 78 }, (_, number) => String(number).padStart(100, "0")),
  $cut: `${LONG.slice(0, 2_000)}…`,
};

/** What the suite says, as vitest compares it; `{reference}` in a text is the one of its body. */
function meant(said: unknown, reference: string): unknown {
  if (typeof said === "string") return PATTERNS[said] ?? said.replaceAll("{reference}", reference);
  if (Array.isArray(said)) return said.map((one) => meant(one, reference));
  if (typeof said !== "object" || said === null) return said;
  const { $more, ...entries } = said as Record<string, unknown>;
  return Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, meant(one, reference)]));
}

/** Members said to be null are not sent. */
function expectLike(
  found: Record<string, unknown> | undefined,
  said: Record<string, unknown>,
  reference: string,
) {
  for (const [name, value] of Object.entries(said)) {
    if (value === null) expect(found).not.toHaveProperty(name);
    else expect(found).toMatchObject({ [name]: meant(value, reference) });
  }
}

const itemsAt = (key: string, door: Door) => server.recorded(key, door).flatMap(({ items }) => items);

describe.each(CLIENTS)("the %s helper", (client) => {
  test.each(failureCases.map((one, number) => ({ ...one, number })))("$name", (found) => {
    const key = keyOf(client, "failures", found.number);
    const run = runs[client]?.failures[found.number];
    const { outcomes = [], stats } = run ?? {};
    expect(stats?.waiting).toBe(0);
    const [events, frames] = [itemsAt(key, "events"), itemsAt(key, "frames")];
    const failed = found.steps.filter(({ returns }) => returns === undefined);
    expect(events).toHaveLength(failed.length);
    for (const [index, step] of found.steps.entries()) {
      const outcome = outcomes[index];
      if (step.returns !== undefined) {
        expect(outcome).toMatchObject({ ok: true, value: step.returns });
        continue;
      }
      const body = outcome?.body ?? {};
      const reference = String(body.reference);
      expect(outcome?.ok).toBe(false);
      expect(checkReference(reference)).toBe("valid");
      if (step.body?.$more) expect(body).toMatchObject(meant(step.body, reference) as object);
      else expect(body).toEqual(meant(step.body, reference));
      if (step.user_message !== undefined)
        expect(outcome?.user_message ?? null).toEqual(meant(step.user_message, reference));
      const event = events.find((one) => one.reference === reference);
      expectLike(event, { ...body, ...step.event }, reference);
      const record = frames.find((one) => one.reference === reference);
      expectLike(record, { event_id: event?.event_id, ...step.frames }, reference);
    }
  });

  test.each(failureCases.map((one, number) => ({ ...one, number })))("counts and reports: $name", (found) => {
    const key = keyOf(client, "failures", found.number);
    const calls = itemsAt(key, "calls");
    expect(calls.reduce((sum, { count }) => sum + Number(count), 0)).toBe(found.steps.length);
    expect(calls[0]).toMatchObject({ tool: found.tool.name, service: "conformance", release: "1.2.3" });
    expect(calls[0]?.minute).toMatch(/:00(\.000)?Z$/);
    for (const kind of ["recoveries", "evidence"] as const) {
      const [sent, said] = [itemsAt(key, kind), found[kind] ?? []];
      expect(sent).toHaveLength(said.length);
      for (const [index, one] of said.entries()) expectLike(sent[index], one, "");
    }
  });

  test("what the library said reaches the log, never the model", () => {
    for (const [number, { steps }] of failureCases.entries()) {
      const secrets = steps.flatMap(({ throws }) => throws?.exception?.message ?? []);
      const bodies = JSON.stringify(runs[client]?.failures[number]?.outcomes);
      for (const secret of secrets.filter((text) => text.length > 5)) expect(bodies).not.toContain(secret);
      expect(bodies).not.toMatch(/zod says|ajv says|pydantic says/);
    }
  });

  test.each(deliveryCases.map((one, number) => ({ ...one, number })))("delivery: $name", (found) => {
    const key = keyOf(client, "delivery", found.number);
    const run = runs[client]?.delivery[found.number] as DeliveryRun;
    const requests = server.recorded(key, "events");
    expect({ waiting: run.stats.waiting, ...run.stats.events }).toMatchObject(found.stats);
    expect(run.is_sent).toBe(true);
    expect(server.recorded(key, "elsewhere")).toEqual([]);
    if (found.requests) expect(requests).toHaveLength(found.requests);
    if (found.problems) expect(run.problems).toEqual(found.problems);
    if (found.rejected) expect(run.rejected).toEqual(found.rejected);
    const [first, second] = requests;
    if (found.apart_ms && first && second)
      expect(second.at_ms - first.at_ms).toBeGreaterThan(found.apart_ms - 20);
    const last = requests.at(-1)?.items.map(({ call_id }) => Number(call_id));
    if (found.delivered) expect(last?.sort()).toEqual(found.delivered);
  });

  test.each(verdictCases.map((one, number) => ({ ...one, number })))("verdicts: $name", (found) => {
    const key = keyOf(client, "verdicts", found.number);
    expect(runs[client]?.verdicts[found.number]?.answer).toMatchObject(found.answer);
    const doors = server.recorded(key, "events", "frames", "verdicts", "acknowledgements");
    // Nobody waits for the frames.
    if (found.doors) expect(doors.map(({ door }) => door)).toEqual([...found.doors, "frames"]);
    for (const { items } of server.recorded(key, "acknowledgements"))
      expect(items).toEqual([{ by: "run_1" }]);
  });
});
