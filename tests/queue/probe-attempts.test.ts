import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AttemptInput } from "@/domain/attempt";
import { openCase } from "@/lib/services/cases/open-case";
import { putProbe } from "@/lib/services/probes/put-probe";
import { runProbe } from "@/lib/services/probes/run-probe";
import { putTool } from "@/lib/services/tools/put-tool";
import { openProbeWorld, type ProbeWorld } from "./probe-world";
import { unknown } from "./world";

/* A probe that asks by what names an attempt speaks for that attempt: the intent is absent when all are. */

let world: ProbeWorld;
beforeAll(async () => {
  world = await openProbeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

/** A case of one key with these attempts, oldest first, whose tool is asked by call. */
async function triedAs(parts: Partial<AttemptInput>[], path = "calls/{call_id}") {
  const { tool } = await putProbe(world.eve, world.probeOf({ url: `${world.psp.url}/${path}` }));
  await putTool(world.eve, { tool, settles_automatically: "committed_or_absent" });
  const idempotency_key = randomUUID();
  const attempts = parts.map((part, index) =>
    unknown(world.clock, { tool, idempotency_key, occurred_at: world.clock.at(index - 3_000), ...part }),
  );
  const [joined] = await world.join(...attempts);
  const case_id = joined?.case_id ?? "";
  return { tool, idempotency_key, case_id, run: () => runProbe(world.ann, { case_id }) };
}

/** Only these calls have happened. */
const happened =
  (...calls: string[]) =>
  ({ path }: { path: string }) =>
    calls.some((call) => path.endsWith(`/${call}`)) ? { body: { status: "succeeded" } } : { status: 404 };

const paths = () => world.psp.seen.map(({ path }) => path);

test("an earlier attempt that is there is found, though the newest is not", async () => {
  const { run } = await triedAs([{ call_id: "one" }, { call_id: "two" }]);
  world.answer = happened("one");
  const { run: row, case: after } = await run();
  expect(paths()).toEqual(["/calls/one", "/calls/two"]);
  expect(row).toMatchObject({
    ...{ outcome: "committed", status: 200, error: null },
    found: "2 questions about 2 attempts: 1 there, 1 not there",
  });
  expect(after).toMatchObject({
    state: "settled",
    verdicts: [{ verdict: "committed" }],
  });
  expect(after.evidence.find(({ source }) => source === "probe")).toMatchObject({
    ...{ effect: "committed", url: `${world.psp.url}/calls/one` },
    note: "The probe was answered 200, found “succeeded”: rule 1 holds. 2 questions about 2 attempts: 1 there, 1 not there.",
  });
});

test("all of them absent is absent, and as old as the first answer", async () => {
  const { run } = await triedAs([{ call_id: "one" }, { call_id: "two" }, { call_id: "three" }]);
  const first = world.clock.iso;
  world.answer = () => {
    world.clock.move(1);
    return { status: 404 };
  };
  const { run: row, case: after } = await run();
  expect(row).toMatchObject({ outcome: "absent", asked_at: first, status: 404 });
  expect(after).toMatchObject({
    state: "settled",
    verdicts: [{ verdict: "absent" }],
  });
  expect(after.evidence.find(({ source }) => source === "probe")).toMatchObject({
    ...{ effect: "absent", observed_at: first },
  });
});

test("absent and no answer together say nothing, and how many said what is told", async () => {
  const { run } = await triedAs([{ call_id: "one" }, { call_id: "two" }, { call_id: "three" }]);
  world.answer = ({ path }) => (path.endsWith("two") ? { body: { status: "pending" } } : { status: 404 });
  expect((await run()).run).toMatchObject({
    ...{ outcome: "inconclusive", error: "not_all_absent", status: null, evidence_id: null },
    found: "3 questions about 3 attempts: 2 not there, 1 says nothing",
  });
});

test("an attempt that reported absent itself is not asked about", async () => {
  const { run } = await triedAs(
    [
      { snapshot: { attributes: { order: "ord-1" } } },
      { effect: "absent", snapshot: { attributes: { order: "ord-x" } } },
    ],
    "orders/{attr.order}",
  );
  world.answer = happened("ord-1");
  expect((await run()).run.outcome).toBe("committed");
  expect(paths()).toEqual(["/orders/ord-1"]);
});

test("attempts that ask the same are one question", async () => {
  const { run } = await triedAs([{ run_id: "r" }, { run_id: "r" }], "runs/{run_id}");
  world.answer = () => ({ status: 404 });
  expect((await run()).run).toMatchObject({
    outcome: "absent",
    found: "1 question about 2 attempts: 1 not there",
  });
  expect(paths()).toEqual(["/runs/r"]);
});

test("one that cannot be asked about stands in the way of absent, not of committed", async () => {
  const { run, idempotency_key, tool } = await triedAs(
    [{ snapshot: { attributes: { order: "ord-1" } } }],
    "orders/{attr.order}",
  );
  await openCase(world.ann, {
    reason: "charged twice?",
    report: { tool, tenant: "acme", environment: "production", service: "billing", idempotency_key },
  });
  world.answer = () => ({ status: 404 });
  expect((await run()).run).toMatchObject({
    outcome: "inconclusive",
    error: "not_all_asked",
    evidence_id: null,
  });
  world.answer = happened("ord-1");
  expect((await run()).run).toMatchObject({
    outcome: "committed",
    found: "1 question about 2 attempts: 1 there, 1 attempt cannot be asked about",
  });
});

test("at most twenty are asked about, oldest first and one by one, and more are never absent", async () => {
  const { run } = await triedAs(Array.from({ length: 23 }, (_, index) => ({ call_id: `call-${index}` })));
  let now = 0;
  let most = 0;
  world.answer = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return { status: 404 };
  };
  expect((await run()).run).toMatchObject({ outcome: "inconclusive", error: "not_all_asked" });
  expect(paths()).toEqual(Array.from({ length: 20 }, (_, index) => `/calls/call-${index}`));
  expect(most).toBe(1);
});

test("a host that has had enough is not asked on", async () => {
  const { run } = await triedAs([{ call_id: "one" }, { call_id: "two" }, { call_id: "three" }]);
  world.answer = () => ({ status: 429 });
  expect((await run()).run).toMatchObject({ outcome: "failed", error: "too_many_requests" });
  expect(paths()).toHaveLength(1);
});

test("an attempt that joined while it was asked was not asked about: that is not absent", async () => {
  const { run, tool, idempotency_key } = await triedAs([{ call_id: "one" }]);
  world.answer = async ({ path }) => {
    if (path.endsWith("one"))
      await world.join(
        unknown(world.clock, { tool, idempotency_key, call_id: "late", occurred_at: world.clock.at(-2_000) }),
      );
    return { status: 404 };
  };
  expect((await run()).run).toMatchObject({
    outcome: "inconclusive",
    error: "not_all_asked",
    evidence_id: null,
  });
});

test("by the key one question is enough", async () => {
  const { run } = await triedAs(
    [{ call_id: "one" }, { call_id: "two" }],
    "refunds/{idempotency_key}?t={tenant}",
  );
  world.answer = () => ({ status: 404 });
  expect((await run()).run).toMatchObject({ outcome: "absent", found: null });
  expect(paths()).toHaveLength(1);
});
