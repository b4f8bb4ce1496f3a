import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAudit } from "@/lib/services/audit/list-audit";
import { claimCase } from "@/lib/services/cases/claim-case";
import { runProbe } from "@/lib/services/probes/run-probe";
import { tryProbe } from "@/lib/services/probes/try-probe";
import { type Answer, openProbeWorld, type ProbeWorld, SECRET } from "./probe-world";

/* A person asks the outside: what it says is evidence, what it does not say a reason. */

let world: ProbeWorld;
beforeAll(async () => {
  world = await openProbeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

test("what it says is evidence seen when it was asked, and the run says who asked", async () => {
  const { case_id, run } = await world.prepared({}, { idempotency_key: "key/1 &x=2", tenant: "acme" });
  const asked = await run();
  expect(world.psp.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
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
  const found = await world.read(case_id);
  expect(found.evidence).toMatchObject([
    {
      ...{
        kind: "probe",
        source: "probe",
        effect: "committed",
        by_kind: "system",
        observed_at: world.clock.iso,
      },
      url: `${world.psp.url}/refunds/key%2F1%20%26x%3D2?tenant=acme`,
    },
  ]);
  expect(found.probe_runs).toMatchObject([{ evidence_id: found.evidence[0]?.evidence_id, opening: 1 }]);
  expect(found.tool_settings).toEqual({
    probe: { available: true, automatic: false, next_at: null },
  });
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
  ["a redirect within its host", { status: 307, headers: { location: "/v2" } }, "failed", "redirected"],
  ["one without an address", { status: 302 }, "failed", "redirected"],
  ["another status of that kind", { status: 304 }, "failed", "redirected"],
])("%s is a run with its reason, and no evidence", async (_name, said, outcome, error) => {
  world.answer = () => said;
  // What hangs is given up soon; what answers has all the time.
  const { case_id, run } = await world.prepared({ timeout_seconds: said.hangs ? 1 : 25 });
  expect((await run()).run).toMatchObject({ outcome, error, evidence_id: null });
  expect(await world.read(case_id)).toMatchObject({ evidence: [], probe_runs: [{ outcome, error }] });
});

test("what a case lacks is a reason too, and nobody is asked", async () => {
  const { run } = await world.prepared({}, { tenant: null });
  expect((await run()).run).toMatchObject({ outcome: "failed", error: "not_askable", status: null });
  expect(world.psp.seen).toEqual([]);
});

test("a redirect is followed nowhere, not even within the host, and where it leads is told by its origin", async () => {
  const headers = [{ name: "Authorization", value: "Bearer {secret}" }];
  const { tool, case_id, run } = await world.prepared({ headers, secret: SECRET });
  world.answer = () => ({ status: 302, headers: { location: `${world.elsewhere.url}/sso?for=${SECRET}` } });
  expect((await run()).run).toMatchObject({ outcome: "failed", error: "redirected", status: 302 });
  const tried = await tryProbe(world.eve, { tool, case_id, values: {} });
  expect(tried.error?.message).toBe(
    `It answered 302, a redirect to ${world.elsewhere.url}, which is not followed: give the probe the address that answers.`,
  );
  world.answer = () => ({ status: 303, headers: { location: "/login" } });
  expect((await tryProbe(world.eve, { tool, case_id, values: {} })).error?.message).toContain(
    "a redirect to another address of this host",
  );
  expect(world.elsewhere.seen).toEqual([]);
  expect(world.psp.seen.every(({ path }) => path.startsWith("/refunds/"))).toBe(true);
});

test.each([".", "..", "%2e", "./", "/"])(
  "the key %j would list them all, so it is not asked",
  async (key) => {
    const { run } = await world.prepared(
      { url: `${world.psp.url}/v1/refunds/{idempotency_key}` },
      { idempotency_key: key },
    );
    expect((await run()).run).toMatchObject({ outcome: "failed", error: "not_askable" });
    expect(world.psp.seen).toEqual([]);
  },
);

test("asked again, the same refreshes one piece of evidence; each asking stays a run", async () => {
  const { case_id, run } = await world.prepared();
  const first = await run();
  world.clock.move(60);
  const second = await run();
  expect(second.run.evidence_id).toBe(first.run.evidence_id);
  const found = await world.read(case_id);
  expect(found.evidence).toMatchObject([{ observed_at: world.clock.iso }]);
  expect(found.probe_runs).toHaveLength(2);
  world.answer = () => ({ status: 404 });
  world.clock.move(60);
  await run();
  expect((await world.read(case_id)).evidence).toMatchObject([{ effect: "committed" }, { effect: "absent" }]);
});

test("an absence that has become final is another piece, one from before is not refreshed into it", async () => {
  world.answer = () => ({ status: 404 });
  const { case_id, run } = await world.prepared({}, { occurred_at: world.clock.at(-60) });
  await run();
  world.clock.move(60);
  await run();
  expect((await world.read(case_id)).evidence).toHaveLength(1);
  world.clock.move(900);
  await run();
  expect((await world.read(case_id)).evidence).toHaveLength(2);
});

test("against a verdict it reopens, also when the same was seen before the verdict", async () => {
  const { case_id, run } = await world.prepared();
  await run();
  await claimCase(world.bob, { case_id });
  await world.settle(case_id, "undeterminable", world.clock.iso, world.bob);
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
  world.answer = async () => {
    asked();
    await held;
    return { body: { status: "succeeded" } };
  };
  const { case_id, run } = await world.prepared({ timeout_seconds: 20 });
  const running = run();
  await arrived;
  await world.settle(case_id, "absent", world.clock.iso, world.bob);
  let_go();
  expect((await running).case).toMatchObject({ state: "open", reopened_because: "contradicted" });
});

test("attributes may be asked by, and only who may read arguments gets to see them: the link names them", async () => {
  const attributes = { order: { id: 9007199254740991 } };
  const { case_id, run } = await world.prepared(
    { url: `${world.psp.url}/orders/{attr.order.id}` },
    { snapshot: { attributes } },
  );
  expect((await run()).run.outcome).toBe("committed");
  expect(world.psp.seen[0]?.path).toBe("/orders/9007199254740991");
  expect((await world.read(case_id)).evidence[0]?.url).not.toContain("9007199254740991");
});

test("outside one's confinement, and without a probe, there is nothing to ask", async () => {
  const { case_id } = await world.prepared({}, { tenant: "acme" });
  const otto = world.person("Otto", ["reconciler"], {
    tenants: ["other"],
    environments: null,
    services: null,
  });
  await expect(runProbe(otto, { case_id })).rejects.toMatchObject({ code: "case_not_found" });
  const bare = await world.open();
  await expect(runProbe(world.ann, { case_id: bare })).rejects.toMatchObject({ code: "probe_not_found" });
  expect((await world.read(bare)).tool_settings.probe.available).toBe(false);
  expect(world.psp.seen).toEqual([]);
});
