import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { caseDetail, probedCase } from "@/lib/contract/cases";
import { probe, triedProbe } from "@/lib/contract/probes";
import { putProbe } from "@/lib/services/probes/put-probe";
import { readProbe } from "@/lib/services/probes/read-probe";
import { removeProbe } from "@/lib/services/probes/remove-probe";
import { runProbe } from "@/lib/services/probes/run-probe";
import { tryProbe } from "@/lib/services/probes/try-probe";
import { listTools } from "@/lib/services/tools/list-tools";
import { openProbeWorld, type ProbeWorld, SECRET } from "./probe-world";

/* Who declares probes, how they are tried, and what is left of one that was taken away. */

let world: ProbeWorld;
beforeAll(async () => {
  world = await openProbeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

test("trying attaches nothing, and shows which rule held and what came back", async () => {
  const { tool, case_id } = await world.prepared();
  world.answer = () => ({ status: 404, body: { error: "no such refund" } });
  const { rules, url } = world.probeOf();
  const tried = await tryProbe(world.eve, {
    tool,
    values: { idempotency_key: "k", tenant: "t" },
    probe: { url, headers: [], rules, timeout_seconds: 25 },
  });
  expect(tried).toMatchObject({
    outcome: "absent",
    rule: 1,
    status: 404,
    excerpt: '{"error":"no such refund"}',
  });
  expect(await world.read(case_id)).toMatchObject({ evidence: [], probe_runs: [] });
});

test("every answer has the shape of the contract, and nothing beside it", async () => {
  const headers = [{ name: "Authorization", value: "Bearer {secret}" }];
  const stored = await putProbe(world.eve, world.probeOf({ headers, secret: SECRET }));
  expect(probe.strict().parse(stored)).toEqual(await readProbe(world.eve, { tool: stored.tool }));
  triedProbe.strict().parse(await tryProbe(world.eve, { tool: stored.tool, values: {} }));
  const case_id = await world.open({ tool: stored.tool });
  probedCase.strict().parse(await runProbe(world.ann, { case_id }));
  expect(caseDetail.strict().parse(await world.read(case_id)).probe_runs).toHaveLength(1);
});

test("only who is not confined may, and what is wrong is named", async () => {
  const confined = world.person("Eli", ["engineer"], {
    tenants: ["acme"],
    environments: null,
    services: null,
  });
  for (const act of [
    () => putProbe(confined, world.probeOf()),
    () => readProbe(confined, { tool: "x" }),
    () => removeProbe(confined, { tool: "x" }),
  ])
    await expect(act()).rejects.toMatchObject({ code: "forbidden" });
  await expect(tryProbe(confined, { tool: "x", values: {} })).rejects.toMatchObject({ code: "forbidden" });
  await expect(
    putProbe(world.eve, world.probeOf({ url: "https://{tenant}.example/{case_id}" })),
  ).rejects.toMatchObject({
    ...{ code: "host_not_fixed", field: "url" },
  });
  await expect(removeProbe(world.eve, { tool: randomUUID() })).rejects.toMatchObject({
    code: "probe_not_found",
  });
});

test("taken away, its runs and its evidence stay, and the list of tools says so", async () => {
  const { tool, case_id, run } = await world.prepared();
  const listed = async () => (await listTools(world.eve)).items.find((one) => one.tool === tool);
  await run();
  expect(await listed()).toMatchObject({ has_probe: true });
  await removeProbe(world.eve, { tool });
  expect(await listed()).toMatchObject({ has_probe: false });
  expect(await world.read(case_id)).toMatchObject({
    evidence: [{}],
    probe_runs: [{}],
    tool_settings: { probe: { available: false } },
  });
});
