import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AttemptInput } from "@/domain/attempt";
import type { ProbeRule } from "@/domain/probe";
import { caseDetail, probedCase } from "@/lib/contract/cases";
import { probe, triedProbe } from "@/lib/contract/probes";
import { probeCases } from "@/lib/duties/probe-cases";
import { listAudit } from "@/lib/services/audit/list-audit";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import type { ServiceContext } from "@/lib/services/context";
import { type PutProbeInput, putProbe } from "@/lib/services/probes/put-probe";
import { readProbe } from "@/lib/services/probes/read-probe";
import { removeProbe } from "@/lib/services/probes/remove-probe";
import { runProbe } from "@/lib/services/probes/run-probe";
import { tryProbe } from "@/lib/services/probes/try-probe";
import { putTool } from "@/lib/services/tools/put-tool";
import { type LocalServer, type Seen, startLocalServer } from "../webhooks/local-server";
import { openQueueWorld, type QueueWorld } from "./world";

type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; hangs?: boolean };

let world: QueueWorld;
let psp: LocalServer;
let elsewhere: LocalServer;
let eve: ServiceContext;
/** What the outside says of a request; a test sets it. */
let answer: (seen: Seen) => Answer | Promise<Answer>;

beforeAll(async () => {
  world = await openQueueWorld({
    ERRATA_OUTGOING_ALLOW: "127.0.0.1",
    ERRATA_SECRETS_KEY: randomBytes(32).toString("base64"),
  });
  eve = world.person("Eve", ["engineer"]);
  psp = await startLocalServer(async (seen, response) => {
    const { status = 200, body = {}, headers = {}, hangs = false } = await answer(seen);
    if (hangs) return;
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  elsewhere = await startLocalServer((_seen, response) => response.end('{"status": "succeeded"}'));
});
afterAll(async () => {
  await Promise.all([psp.close(), elsewhere.close()]);
  await world.close();
});
beforeEach(() => {
  psp.seen.length = 0;
  elsewhere.seen.length = 0;
  answer = () => ({ body: { status: "succeeded" } });
});

const RULES: ProbeRule[] = [
  { effect: "committed", statuses: [200], path: "status", comparison: "equals", values: ["succeeded"] },
  { effect: "absent", statuses: [404], path: null, comparison: null, values: [] },
];
const SECRET = "sk_live_9f8e7d6c5b4a3f2e1d0c";
const probeOf = (parts: Partial<PutProbeInput> = {}): PutProbeInput => ({
  ...{
    tool: randomUUID(),
    url: `${psp.url}/refunds/{idempotency_key}?tenant={tenant}`,
    headers: [],
    rules: RULES,
  },
  ...{ automatic: false, timeout_seconds: 1 },
  ...parts,
});
const read = (case_id: string) => readCase(world.ann, { case_id });
/** A tool with a probe and an open case of it, whose attempt was long ago. */
async function prepared(parts: Partial<PutProbeInput> = {}, attempt: Partial<AttemptInput> = {}) {
  const { tool } = await putProbe(eve, probeOf(parts));
  const case_id = await world.open({ tool, occurred_at: world.clock.at(-1_200), ...attempt });
  const run = () => runProbe(world.ann, { case_id });
  return { tool, case_id, run };
}
const duty = () => probeCases.run({ ...world.rt, now: world.clock.read });

describe("asked by hand", () => {
  test("what it says is evidence seen when it was asked, and the run says who asked", async () => {
    const { case_id, run } = await prepared({}, { idempotency_key: "key/1 &x=2", tenant: "acme" });
    const asked = await run();
    expect(psp.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /refunds/key%2F1%20%26x%3D2?tenant=acme",
    ]);
    expect(asked.run).toMatchObject({
      outcome: "committed",
      status: 200,
      found: "succeeded",
      by: "Ann",
      error: null,
    });
    expect(asked.case.state).toBe("open");
    const found = await read(case_id);
    expect(found.evidence).toMatchObject([
      {
        ...{
          kind: "probe",
          source: "probe",
          effect: "committed",
          by_kind: "system",
          observed_at: world.clock.iso,
        },
        url: `${psp.url}/refunds/key%2F1%20%26x%3D2?tenant=acme`,
      },
    ]);
    expect(found.probe_runs).toMatchObject([{ evidence_id: found.evidence[0]?.evidence_id, opening: 1 }]);
    expect(found.tool_settings).toEqual({ probe: { available: true, automatic: false } });
    const { items } = await listAudit(world.person("Ada", ["admin"]), { subject_id: case_id, limit: 10 });
    expect(items.map(({ action, actor_name }) => `${actor_name} ${action}`)).toEqual([
      "Ann case.probed",
      "Errata case.evidence_attached",
      "Errata case.opened",
    ]);
  });

  test.each<[string, Answer, string, string | null]>([
    ["another state", { body: { status: "pending" } }, "inconclusive", "no_rule_held"],
    ["no JSON", { body: "<html>" }, "inconclusive", "no_rule_held"],
    ["an error", { status: 503 }, "failed", "server_error"],
    ["a refusal", { status: 401 }, "failed", "not_let_in"],
    ["nothing in time", { hangs: true }, "failed", "timed_out"],
    [
      "a redirect that never ends",
      { status: 302, headers: { location: "/again" } },
      "failed",
      "too_many_redirects",
    ],
    [
      "a redirect to where nobody may go",
      { status: 302, headers: { location: "http://169.254.169.254/" } },
      "failed",
      "address_refused",
    ],
  ])("%s is a run with its reason, and no evidence", async (_name, said, outcome, error) => {
    answer = () => said;
    const { case_id, run } = await prepared();
    expect((await run()).run).toMatchObject({ outcome, error, evidence_id: null });
    expect(await read(case_id)).toMatchObject({ evidence: [], probe_runs: [{ outcome, error }] });
  });

  test("what a case lacks is a reason too, and nobody is asked", async () => {
    const { run } = await prepared({}, { tenant: null });
    expect((await run()).run).toMatchObject({ outcome: "failed", error: "not_askable", status: null });
    expect(psp.seen).toEqual([]);
  });

  test("a redirect within the host is followed; what another host says means nothing, and it gets no secret", async () => {
    const headers = [{ name: "Authorization", value: "Bearer {secret}" }];
    const { run } = await prepared({ headers, secret: SECRET });
    answer = ({ path }) =>
      path.startsWith("/refunds")
        ? { status: 307, headers: { location: "/v2" } }
        : { body: { status: "succeeded" } };
    expect((await run()).run.outcome).toBe("committed");
    expect(psp.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Bearer ${SECRET}`,
    ]);
    answer = () => ({ status: 302, headers: { location: elsewhere.url } });
    expect((await run()).run).toMatchObject({ outcome: "failed", error: "answered_elsewhere" });
    expect(elsewhere.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test("asked again, the same refreshes one piece of evidence; each asking stays a run", async () => {
    const { case_id, run } = await prepared();
    const first = await run();
    world.clock.move(60);
    const second = await run();
    expect(second.run.evidence_id).toBe(first.run.evidence_id);
    const found = await read(case_id);
    expect(found.evidence).toMatchObject([{ observed_at: world.clock.iso }]);
    expect(found.probe_runs).toHaveLength(2);
    answer = () => ({ status: 404 });
    world.clock.move(60);
    await run();
    expect((await read(case_id)).evidence).toMatchObject([{ effect: "committed" }, { effect: "absent" }]);
  });

  test("an absence that has become final is another piece, one from before is not refreshed into it", async () => {
    answer = () => ({ status: 404 });
    const { case_id, run } = await prepared({}, { occurred_at: world.clock.at(-60) });
    await run();
    world.clock.move(60);
    await run();
    expect((await read(case_id)).evidence).toHaveLength(1);
    world.clock.move(900);
    await run();
    expect((await read(case_id)).evidence).toHaveLength(2);
  });

  test("against a verdict it reopens, also when the same was seen before the verdict", async () => {
    const { case_id, run } = await prepared();
    await run();
    await claimCase(world.bob, { case_id });
    await world.settle(case_id, "absent", world.clock.iso, world.bob);
    world.clock.move(60);
    const again = await run();
    expect(again.case).toMatchObject({ state: "open", opening: 2, flags: ["contradicted"] });
  });

  test("while it is asked nothing is held: others go on, and what they did counts", async () => {
    let let_go = () => {};
    const held = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    let asked = () => {};
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    answer = async () => {
      asked();
      await held;
      return { body: { status: "succeeded" } };
    };
    const { case_id, run } = await prepared({ timeout_seconds: 20 });
    const running = run();
    await arrived;
    await world.settle(case_id, "absent", world.clock.iso, world.bob);
    let_go();
    expect((await running).case).toMatchObject({ state: "open", reopened_because: "contradicted" });
  });

  test("attributes may be asked by, and only who may read arguments gets to see them: the link names them", async () => {
    const attributes = { order: { id: 9007199254740991 } };
    const { case_id, run } = await prepared(
      { url: `${psp.url}/orders/{attr.order.id}` },
      { snapshot: { attributes } },
    );
    expect((await run()).run.outcome).toBe("committed");
    expect(psp.seen[0]?.path).toBe("/orders/9007199254740991");
    expect((await read(case_id)).evidence[0]?.url).not.toContain("9007199254740991");
  });

  test("outside one's confinement, and without a probe, there is nothing to ask", async () => {
    const { case_id } = await prepared({}, { tenant: "acme" });
    const otto = world.person("Otto", ["reconciler"], {
      tenants: ["other"],
      environments: null,
      services: null,
    });
    await expect(runProbe(otto, { case_id })).rejects.toMatchObject({ code: "case_not_found" });
    const bare = await world.open();
    await expect(runProbe(world.ann, { case_id: bare })).rejects.toMatchObject({ code: "probe_not_found" });
    expect((await read(bare)).tool_settings.probe.available).toBe(false);
    expect(psp.seen).toEqual([]);
  });
});

describe("settling by itself", () => {
  const settles = async (tool: string) =>
    putTool(eve, { tool, settles_automatically: "committed_or_absent" });

  test("a commit that a probe saw settles where the tool lets it", async () => {
    const { tool, run } = await prepared();
    await settles(tool);
    const asked = await run();
    expect(asked.case).toMatchObject({
      state: "settled",
      verdicts: [{ verdict: "committed", by: "Errata" }],
    });
  });

  test("not while somebody holds the case, which is shown to them", async () => {
    const { tool, case_id, run } = await prepared();
    await settles(tool);
    await claimCase(world.bob, { case_id });
    expect((await run()).case).toMatchObject({
      state: "open",
      claimed_by: "Bob",
      evidence: [{ effect: "committed" }],
    });
  });
});

describe("asked by a duty", () => {
  test("asks each open case that lets it, at once and then with back-off, and no other", async () => {
    const { case_id } = await prepared({ automatic: true });
    const by_hand = await prepared();
    answer = () => ({ body: { status: "pending" } });
    const runs = async () => (await read(case_id)).probe_runs.length;
    await duty();
    expect(await runs()).toBe(1);
    await duty();
    expect(await runs()).toBe(1);
    for (const [seconds, expected] of [
      [29, 1],
      [1, 2],
      [119, 2],
      [1, 3],
      [600, 4],
      [1_800, 5],
    ] as const) {
      world.clock.move(seconds);
      await duty();
      expect(await runs()).toBe(expected);
    }
    expect((await read(by_hand.case_id)).probe_runs).toEqual([]);
    expect((await read(case_id)).probe_runs[0]).toMatchObject({ by: "Errata", by_kind: "system" });
    await removeProbe(eve, { tool: (await read(case_id)).tool ?? "" });
  });

  test("an absence is asked about again when it becomes final, and then settles", async () => {
    answer = () => ({ status: 404 });
    const { tool, case_id } = await prepared(
      { automatic: true },
      { occurred_at: world.clock.at(-60), arguments_hash: "a" },
    );
    await putTool(eve, { tool, settles_automatically: "committed_or_absent", key_life_seconds: 60 });
    await duty();
    expect(await read(case_id)).toMatchObject({ state: "open", evidence: [{ effect: "absent" }] });
    for (let asked = 0; asked < 4; asked += 1) {
      world.clock.move(210);
      await duty();
    }
    expect(await read(case_id)).toMatchObject({
      state: "settled",
      verdicts: [{ verdict: "absent", retry_with: "new_key", by: "Errata" }],
    });
    const runs = (await read(case_id)).probe_runs.length;
    world.clock.move(86_400);
    await duty();
    expect((await read(case_id)).probe_runs).toHaveLength(runs);
    await removeProbe(eve, { tool });
  });

  test("two processes ask each case once, at most two of a host at a time", async () => {
    let now = 0;
    let most = 0;
    answer = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { status: 404 };
    };
    const { tool } = await putProbe(eve, probeOf({ automatic: true }));
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.open({ tool })));
    const other = { ...world.rt, once: <T>(_name: string, make: () => T) => make(), now: world.clock.read };
    await Promise.all([duty(), probeCases.run(other)]);
    for (const case_id of ids) expect((await read(case_id)).probe_runs).toHaveLength(1);
    expect(most).toBeLessThanOrEqual(4);
    await removeProbe(eve, { tool });
  });

  test("a host that hangs delays its own cases only", async () => {
    const slow = await startLocalServer(() => {});
    const stuck = await prepared({
      automatic: true,
      url: `${slow.url}/{idempotency_key}`,
      timeout_seconds: 3,
    });
    const quick = await prepared({ automatic: true });
    const running = duty();
    await expect.poll(async () => (await read(quick.case_id)).probe_runs.length).toBe(1);
    expect((await read(stuck.case_id)).probe_runs).toHaveLength(0);
    await running;
    expect((await read(stuck.case_id)).probe_runs).toMatchObject([{ outcome: "failed", error: "timed_out" }]);
    await slow.close();
    for (const { tool } of [stuck, quick]) await removeProbe(eve, { tool });
  });

  test("another way of asking is tried at once", async () => {
    answer = () => ({ body: { status: "pending" } });
    const { tool, case_id } = await prepared({ automatic: true });
    await duty();
    await putProbe(eve, probeOf({ tool, automatic: true, url: `${psp.url}/v2/{idempotency_key}` }));
    answer = () => ({ body: { status: "succeeded" } });
    await duty();
    expect((await read(case_id)).probe_runs).toMatchObject([
      { outcome: "committed" },
      { outcome: "inconclusive" },
    ]);
    await removeProbe(eve, { tool });
  });
});

describe("the secret", () => {
  const headers = [{ name: "Authorization", value: "Bearer {secret}" }];

  test("is sealed, sent, and never told, not even where the outside echoes it", async () => {
    const { tool, case_id, run } = await prepared({ headers, secret: SECRET });
    answer = ({ headers: sent }) => ({ body: { status: "succeeded", echo: sent.authorization } });
    const tried = await tryProbe(eve, { tool, case_id, values: {} });
    const ran = await run();
    expect(psp.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Bearer ${SECRET}`,
    ]);
    const audit = await listAudit(world.person("Ada", ["admin"]), { limit: 200 });
    const told = JSON.stringify([tried, ran, await readProbe(eve, { tool }), await read(case_id), audit]);
    expect(told).not.toContain(SECRET);
    expect(tried.excerpt).toContain("[redacted]");
    const rows = await world.database.sql`select * from probes where tool = ${tool}`;
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(rows[0]?.secret).toMatch(/^v1\./);
  });

  test("stays when it is left out, goes when it is null", async () => {
    const { tool } = await putProbe(eve, probeOf({ headers, secret: SECRET }));
    expect(await putProbe(eve, probeOf({ tool, headers, url: `${psp.url}/v2/{case_id}` }))).toMatchObject({
      has_secret: true,
    });
    await expect(putProbe(eve, probeOf({ tool, headers, secret: null }))).rejects.toMatchObject({
      code: "secret_missing",
    });
    expect(await putProbe(eve, probeOf({ tool, secret: null }))).toMatchObject({ has_secret: false });
  });

  test("does not follow a changed address, neither stored nor tried", async () => {
    const { tool } = await putProbe(eve, probeOf({ headers, secret: SECRET }));
    const moved = probeOf({ tool, headers, url: `${elsewhere.url}/{idempotency_key}` });
    await expect(putProbe(eve, moved)).rejects.toMatchObject({ code: "secret_required", field: "secret" });
    const tried = await tryProbe(eve, { tool, values: { idempotency_key: "k" }, probe: moved });
    expect(tried).toMatchObject({ outcome: "failed", error: { code: "not_askable" } });
    expect(elsewhere.seen).toEqual([]);
  });

  test("two who change a probe at once keep it", async () => {
    const tool = randomUUID();
    await Promise.all([
      putProbe(eve, probeOf({ tool, headers, secret: SECRET })),
      putProbe(eve, probeOf({ tool })),
      putProbe(eve, probeOf({ tool })),
    ]);
    expect(await readProbe(eve, { tool })).toMatchObject({ has_secret: true });
  });

  test("without a key of the environment it is not stored, and what to do is said", async () => {
    const { ERRATA_SECRETS_KEY: key } = world.rt.env;
    world.rt.env.ERRATA_SECRETS_KEY = undefined;
    const refused = putProbe(eve, probeOf({ headers, secret: SECRET }));
    await expect(refused).rejects.toMatchObject({ code: "secrets_key_missing" });
    await putProbe(eve, probeOf());
    world.rt.env.ERRATA_SECRETS_KEY = key;
  });

  test("that cannot be opened any more is a reason, and nobody is asked", async () => {
    const { run } = await prepared({ headers, secret: SECRET });
    const { ERRATA_SECRETS_KEY: key } = world.rt.env;
    world.rt.env.ERRATA_SECRETS_KEY = randomBytes(32);
    expect((await run()).run).toMatchObject({ outcome: "failed", error: "secret_unreadable" });
    world.rt.env.ERRATA_SECRETS_KEY = key;
    expect(psp.seen).toEqual([]);
  });
});

describe("declaring", () => {
  test("trying attaches nothing, and shows which rule held and what came back", async () => {
    const { tool, case_id } = await prepared();
    answer = () => ({ status: 404, body: { error: "no such refund" } });
    const { rules, url } = probeOf();
    const tried = await tryProbe(eve, {
      tool,
      values: { idempotency_key: "k", tenant: "t" },
      probe: { url, headers: [], rules, timeout_seconds: 1 },
    });
    expect(tried).toMatchObject({
      outcome: "absent",
      rule: 1,
      status: 404,
      excerpt: '{"error":"no such refund"}',
    });
    expect(await read(case_id)).toMatchObject({ evidence: [], probe_runs: [] });
  });

  test("every answer has the shape of the contract, and nothing beside it", async () => {
    const headers = [{ name: "Authorization", value: "Bearer {secret}" }];
    const stored = await putProbe(eve, probeOf({ headers, secret: SECRET }));
    expect(probe.strict().parse(stored)).toEqual(await readProbe(eve, { tool: stored.tool }));
    triedProbe.strict().parse(await tryProbe(eve, { tool: stored.tool, values: {} }));
    const case_id = await world.open({ tool: stored.tool });
    probedCase.strict().parse(await runProbe(world.ann, { case_id }));
    expect(caseDetail.strict().parse(await read(case_id)).probe_runs).toHaveLength(1);
  });

  test("only who is not confined may, and what is wrong is named", async () => {
    const confined = world.person("Eli", ["engineer"], {
      tenants: ["acme"],
      environments: null,
      services: null,
    });
    for (const act of [
      putProbe(confined, probeOf()),
      readProbe(confined, { tool: "x" }),
      removeProbe(confined, { tool: "x" }),
    ])
      await expect(act).rejects.toMatchObject({ code: "forbidden" });
    await expect(tryProbe(confined, { tool: "x", values: {} })).rejects.toMatchObject({ code: "forbidden" });
    await expect(putProbe(eve, probeOf({ url: "https://{tenant}.example/{case_id}" }))).rejects.toMatchObject(
      {
        ...{ code: "host_not_fixed", field: "url" },
      },
    );
    await expect(removeProbe(eve, { tool: randomUUID() })).rejects.toMatchObject({ code: "probe_not_found" });
  });

  test("taken away, its runs and its evidence stay", async () => {
    const { tool, case_id, run } = await prepared();
    await run();
    await removeProbe(eve, { tool });
    expect(await read(case_id)).toMatchObject({
      evidence: [{}],
      probe_runs: [{}],
      tool_settings: { probe: { available: false } },
    });
  });
});
