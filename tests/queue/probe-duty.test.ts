import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { probeCases } from "@/lib/duties/probe-cases";
import { claimCase } from "@/lib/services/cases/claim-case";
import { putProbe } from "@/lib/services/probes/put-probe";
import { removeProbe } from "@/lib/services/probes/remove-probe";
import { putTool } from "@/lib/services/tools/put-tool";
import { until } from "../support/until";
import { startLocalServer } from "../webhooks/local-server";
import { openProbeWorld, type ProbeWorld } from "./probe-world";

/* The outside is asked by itself, and what it says may settle a case. */

let world: ProbeWorld;
beforeAll(async () => {
  world = await openProbeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

test("a case tells when it is asked about next: at once, later, and not at all once it is settled", async () => {
  const { case_id, tool } = await world.prepared({ automatic: true });
  const next = async () => (await world.read(case_id)).tool_settings.probe.next_at;
  expect(await next()).toBe(world.clock.iso);
  world.answer = () => ({ body: { status: "pending" } });
  await world.duty();
  expect(await next()).toBe(world.clock.at(30));
  await world.settle(case_id, "committed");
  expect(await next()).toBeNull();
  await removeProbe(world.eve, { tool });
});

test("asks each open case that lets it, at once and then with back-off, and no other", async () => {
  const { case_id } = await world.prepared({ automatic: true });
  const by_hand = await world.prepared();
  world.answer = () => ({ body: { status: "pending" } });
  const runs = async () => (await world.read(case_id)).probe_runs.length;
  await world.duty();
  expect(await runs()).toBe(1);
  await world.duty();
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
    await world.duty();
    expect(await runs()).toBe(expected);
  }
  expect((await world.read(by_hand.case_id)).probe_runs).toEqual([]);
  expect((await world.read(case_id)).probe_runs[0]).toMatchObject({ by: "Errata", by_kind: "system" });
  await removeProbe(world.eve, { tool: (await world.read(case_id)).tool ?? "" });
});

test("an absence is asked about again when it becomes final, and then settles", async () => {
  world.answer = () => ({ status: 404 });
  const { tool, case_id } = await world.prepared(
    { automatic: true },
    { occurred_at: world.clock.at(-60), arguments_hash: "a" },
  );
  await putTool(world.eve, { tool, settles_automatically: "committed_or_absent", key_life_seconds: 60 });
  await world.duty();
  expect(await world.read(case_id)).toMatchObject({ state: "open", evidence: [{ effect: "absent" }] });
  for (let asked = 0; asked < 4; asked += 1) {
    world.clock.move(210);
    await world.duty();
  }
  expect(await world.read(case_id)).toMatchObject({
    state: "settled",
    verdicts: [{ verdict: "absent", retry_with: "new_key", by: "Errata" }],
  });
  const runs = (await world.read(case_id)).probe_runs.length;
  world.clock.move(86_400);
  await world.duty();
  expect((await world.read(case_id)).probe_runs).toHaveLength(runs);
  await removeProbe(world.eve, { tool });
});

test("two processes ask each case once, at most two of a host at a time", async () => {
  let now = 0;
  let most = 0;
  world.answer = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return { status: 404 };
  };
  const { tool } = await putProbe(world.eve, world.probeOf({ automatic: true }));
  const ids = await Promise.all(Array.from({ length: 12 }, () => world.open({ tool })));
  const other = { ...world.rt, once: <T>(_name: string, make: () => T) => make(), now: world.clock.read };
  await Promise.all([world.duty(), probeCases.run(other)]);
  for (const case_id of ids) expect((await world.read(case_id)).probe_runs).toHaveLength(1);
  expect(most).toBeLessThanOrEqual(4);
  await removeProbe(world.eve, { tool });
});

test("a host that hangs delays its own cases only", async () => {
  const held: ServerResponse[] = [];
  const slow = await startLocalServer((_seen, response) => held.push(response));
  const stuck = await world.prepared({
    automatic: true,
    url: `${slow.url}/{idempotency_key}`,
    timeout_seconds: 25,
  });
  const quick = await world.prepared({ automatic: true });
  const running = world.duty();
  await expect.poll(async () => (await world.read(quick.case_id)).probe_runs.length).toBe(1);
  expect((await world.read(stuck.case_id)).probe_runs).toHaveLength(0);
  await until(() => expect(held).toHaveLength(1));
  held[0]?.writeHead(404).end();
  await running;
  expect((await world.read(stuck.case_id)).probe_runs).toMatchObject([{ outcome: "absent" }]);
  await slow.close();
  for (const { tool } of [stuck, quick]) await removeProbe(world.eve, { tool });
});

test("another way of asking is tried at once", async () => {
  world.answer = () => ({ body: { status: "pending" } });
  const { tool, case_id } = await world.prepared({ automatic: true });
  await world.duty();
  await putProbe(
    world.eve,
    world.probeOf({ tool, automatic: true, url: `${world.psp.url}/v2/{idempotency_key}` }),
  );
  world.answer = () => ({ body: { status: "succeeded" } });
  await world.duty();
  expect((await world.read(case_id)).probe_runs).toMatchObject([
    { outcome: "committed" },
    { outcome: "inconclusive" },
  ]);
  await removeProbe(world.eve, { tool });
});

const settles = async (tool: string) =>
  putTool(world.eve, { tool, settles_automatically: "committed_or_absent" });

test("a commit that a probe saw settles where the tool lets it", async () => {
  const { tool, run } = await world.prepared();
  await settles(tool);
  const asked = await run();
  expect(asked.case).toMatchObject({
    state: "settled",
    verdicts: [{ verdict: "committed", by: "Errata" }],
  });
});

test("not while somebody holds the case, which is shown to them", async () => {
  const { tool, case_id, run } = await world.prepared();
  await settles(tool);
  await claimCase(world.bob, { case_id });
  expect((await run()).case).toMatchObject({
    state: "open",
    claimed_by: "Bob",
    evidence: [{ effect: "committed" }],
  });
});
