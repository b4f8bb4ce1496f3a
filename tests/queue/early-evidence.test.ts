import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCase } from "@/lib/services/cases/read-case";
import { putTool } from "@/lib/services/tools/put-tool";
import { openQueueWorld, type QueueWorld } from "./world";

/* What was seen before anybody was in doubt is attached as its case opens, and settles it only where it is sure whose it is. */

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
  const eve = world.person("Eve", ["engineer"]);
  await putTool(eve, { tool: "commits", settles_automatically: "committed" });
  await putTool(eve, { tool: "both", settles_automatically: "committed_or_absent" });
});
afterAll(() => world.close());

/** Every part of the intents that are opened here. */
const NAMED = { tenant: "acme", environment: "production", service: "billing" };
const read = (case_id: string) => readCase(world.ann, { case_id });

test("what was seen before anybody doubted settles the case as it opens", async () => {
  const idempotency_key = randomUUID();
  const about = { tool: "commits", idempotency_key, ...NAMED };
  expect(await world.report("committed", about)).toMatchObject({ attached: false });
  const case_id = await world.open({ tool: "commits", idempotency_key });
  expect(await read(case_id)).toMatchObject({ state: "settled", verdicts: [{ by: "Errata" }] });
  const told = await world.database
    .sql`select type from outbox where case_id = ${case_id} order by created_at, type`;
  expect(told.map(({ type }) => type)).toEqual(["case.opened", "case.settled"]);
});

test.each([
  ["leaves a part unnamed", { tenant: "acme", environment: "production" }, 0],
  ["was seen before the first attempt can have been on its way", NAMED, -961],
])("what came early and %s is attached, and settles nothing", async (_name, parts, ago) => {
  const idempotency_key = randomUUID();
  const about = { tool: "commits", idempotency_key, ...parts, observed_at: world.clock.at(ago) };
  await world.report("committed", about);
  const case_id = await world.open({ tool: "commits", idempotency_key });
  expect(await read(case_id)).toMatchObject({ state: "open", evidence: [{ effect: "committed" }] });
});

test("what was seen while the attempt was on its way settles: an attempt is dated by its failure", async () => {
  const idempotency_key = randomUUID();
  const about = { tool: "commits", idempotency_key, ...NAMED, observed_at: world.clock.at(-90) };
  await world.report("committed", about);
  const case_id = await world.open({ tool: "commits", idempotency_key });
  expect((await read(case_id)).state).toBe("settled");
});

test("what left a part unnamed and found one case stays in sight of the others, and keeps machines from them", async () => {
  const idempotency_key = randomUUID();
  await world.report("committed", { tool: "both", idempotency_key, external_id: "re_of_whom" });
  const acme = await world.open({ tool: "both", tenant: "acme", idempotency_key });
  const globex = await world.open({ tool: "both", tenant: "globex", idempotency_key });
  const piece = { effect: "committed", external_id: "re_of_whom" };
  expect(await read(acme)).toMatchObject({ state: "open", evidence: [piece], possible_evidence: [] });
  expect(await read(globex)).toMatchObject({ state: "open", evidence: [], possible_evidence: [piece] });
  const seen = { tool: "both", idempotency_key, ...NAMED, tenant: "globex" };
  expect(await world.report("absent", seen)).toMatchObject({ case_id: globex });
  expect((await read(globex)).state).toBe("open");
});

test("early sources that contradict each other leave it open", async () => {
  const idempotency_key = randomUUID();
  const about = { tool: "both", idempotency_key, ...NAMED };
  await world.report("committed", { ...about, observed_at: world.clock.at(-30) });
  await world.report("absent", { ...about, source: "bank" });
  const case_id = await world.open({ tool: "both", idempotency_key });
  expect(await read(case_id)).toMatchObject({ state: "open", verdicts: [] });
});
