import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCases } from "@/lib/services/cases/list-cases";
import { openCase } from "@/lib/services/cases/open-case";
import { readCase } from "@/lib/services/cases/read-case";
import type { ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { putTool } from "@/lib/services/tools/put-tool";
import { keyContext } from "../support/runtime";
import { openQueueWorld, type QueueWorld, unknown } from "./world";

let world: QueueWorld;
let source: ServiceContext;
let engineer: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  source = await keyContext(world.rt, { source: "agent", now: world.clock.read });
  engineer = world.person("Eve", ["engineer"]);
  await putTool(engineer, { tool: "pay", writes: true });
  await putTool(engineer, { tool: "look_up", writes: false });
  await putTool(engineer, { tool: "pay_carefully", writes: true, infers_unknown: false });
});
afterAll(() => world.close());

let serial = 0;
const failure = (parts: Record<string, unknown> = {}) => ({
  reference: `err_${(++serial).toString().padStart(6, "0")}`,
  tool: "pay",
  code: "internal_error",
  event_id: randomUUID(),
  occurred_at: world.clock.at(-60),
  ...parts,
});
const send = (...items: unknown[]) =>
  recordEvents(source, { items: items.map((item) => ({ item, unreadable: null, sanitized: false })) });
const caseOf = async (parts: Record<string, unknown> = {}) =>
  (await send(failure(parts))).results[0]?.case_id ?? null;
const read = (case_id: string | null) => readCase(world.ann, { case_id: case_id ?? "" });

describe("an unmapped failure that says nothing of its effect", () => {
  test("of a tool declared as writing opens a case, flagged inferred", async () => {
    const idempotency_key = randomUUID();
    const found = await read(await caseOf({ idempotency_key }));
    expect(found).toMatchObject({ state: "open", flags: ["inferred"], attempts: [{ effect: null }] });
    expect(await caseOf({ idempotency_key })).toBe(found.case_id);
    expect((await read(found.case_id)).flags).toEqual(["inferred"]);
  });

  test.each([
    ["a tool of which nobody said anything", { tool: "never_declared" }],
    ["a tool that only reads", { tool: "look_up" }],
    ["a tool told not to infer", { tool: "pay_carefully" }],
    ["a failure somebody thought of", { code: "card_declined" }],
    ["an effect that is absent", { effect: "absent" }],
    ["an effect that is committed", { effect: "committed" }],
  ])("%s: opens none", async (_name, parts) => {
    expect(await caseOf(parts)).toBeNull();
    expect(await caseOf({ ...parts, idempotency_key: randomUUID() })).toBeNull();
  });

  test.each([["never_declared"], ["look_up"], ["pay_carefully"]])(
    "an effect said to be unknown opens one of %s too, and is not inferred",
    async (tool) => {
      const found = await read(await caseOf({ tool, effect: "unknown", idempotency_key: randomUUID() }));
      expect(found.flags).toEqual([]);
    },
  );

  test("without a key, each is a case of its own", async () => {
    const [a, b] = [await caseOf(), await caseOf()];
    expect(a).not.toBe(b);
    expect((await read(a)).flags).toEqual(["inferred", "no_key"]);
  });

  test("once somebody says unknown, it is inferred no more, in whatever order and batch they come", async () => {
    const silent = { idempotency_key: randomUUID() };
    const found = await read(await caseOf(silent));
    await send(failure({ ...silent, effect: "unknown" }));
    expect((await read(found.case_id)).flags).toEqual([]);
    await send(failure(silent));
    expect((await read(found.case_id)).flags).toEqual([]);
    const together = { idempotency_key: randomUUID() };
    const { results } = await send(failure(together), failure({ ...together, effect: "unknown" }));
    expect((await read(results[0]?.case_id ?? null)).flags).toEqual([]);
  });

  test("beside an attempt that says absent it stays inferred", async () => {
    const parts = { idempotency_key: randomUUID() };
    const { results } = await send(failure({ ...parts, effect: "absent" }), failure(parts));
    expect(await read(results[1]?.case_id ?? null)).toMatchObject({ flags: ["inferred"], attempt_count: 2 });
  });

  test("a person's doubt about it is no inference any more", async () => {
    const item = failure({ idempotency_key: randomUUID() });
    const { results } = await send(item);
    const { idempotency_key } = item as { idempotency_key?: string };
    const report = { tool: "pay", ...(idempotency_key && { idempotency_key }), tenant: "", environment: "" };
    await openCase(world.ann, { reason: "charged twice", report: { ...report, service: "" } });
    expect(await read(results[0]?.case_id ?? null)).toMatchObject({ flags: [], attempt_count: 2 });
  });

  test("after the verdict it reopens, as any doubt does; a late copy of an old one does not", async () => {
    const parts = { idempotency_key: randomUUID() };
    const case_id = (await caseOf(parts)) ?? "";
    await world.settle(case_id, "committed");
    await send(failure({ ...parts, occurred_at: world.clock.at(-120) }));
    expect((await read(case_id)).state).toBe("settled");
    world.clock.move(60);
    await send(failure({ ...parts, occurred_at: world.clock.iso }));
    expect(await read(case_id)).toMatchObject({ state: "open", opening: 2, reopened_because: "new_attempt" });
  });

  test("twice in one batch it is one attempt of one case, and both are told so", async () => {
    const item = failure();
    const { results } = await send(item, item);
    expect(results.map(({ status }) => status)).toEqual(["accepted", "duplicate"]);
    expect(results[1]?.case_id).toBe(results[0]?.case_id);
    expect((await read(results[0]?.case_id ?? null)).attempt_count).toBe(1);
  });

  test("history does not move when the declaration does", async () => {
    const item = failure({ tool: "declared_later" });
    expect((await send(item)).results[0]?.case_id).toBeUndefined();
    await putTool(engineer, { tool: "declared_later", writes: true });
    expect((await send(item)).results[0]).toMatchObject({ status: "duplicate" });
    expect((await send(item)).results[0]?.case_id).toBeUndefined();
    expect(await caseOf({ tool: "declared_later" })).not.toBeNull();
  });

  test("one with other content under the same identity is no inference: the first stays", async () => {
    const item = failure();
    await send(item);
    const { results } = await send({ ...item, message: "other" });
    expect(results[0]).toMatchObject({ status: "conflict" });
    expect(results[0]?.case_id).toBeUndefined();
  });
});

describe("what says unknown reaches the queue, however it says so", () => {
  test.each([["UNKNOWN"], ["maybe"], [" Unknown "], [5], [true], [{}]])("effect %j", async (effect) => {
    const case_id = await caseOf({ tool: "never_declared", effect });
    expect(await read(case_id)).toMatchObject({ state: "open", attempts: [{ effect: "unknown" }] });
  });

  test("also when the event is rejected, or conflicts", async () => {
    const idempotency_key = randomUUID();
    const rejected = failure({ effect: "maybe", tool: "", idempotency_key });
    const [result] = (await send(rejected)).results;
    expect(result).toMatchObject({ status: "rejected" });
    expect((await read(result?.case_id ?? null)).flags).toContain("unreadable");
    const item = failure({ effect: "UNKNOWN", idempotency_key });
    await send(item);
    const [other] = (await send({ ...item, message: "other" })).results;
    expect(other).toMatchObject({ status: "conflict" });
    expect((await read(other?.case_id ?? null)).flags).toContain("unreadable");
  });

  test("a thousand silent failures in two orders at once: no deadlock, one case each", async () => {
    const items = Array.from({ length: 500 }, () =>
      failure({ tenant: "crowd", idempotency_key: randomUUID() }),
    );
    const answers = await Promise.all([send(...items), send(...[...items].reverse())]);
    expect(answers.map(({ rejected, conflict }) => rejected + conflict)).toEqual([0, 0]);
    const { items: listed } = await listCases(world.ann, { tenant: ["crowd"], limit: 200, view: "open" });
    expect(
      listed.every(({ flags, attempt_count }) => flags.includes("inferred") && attempt_count === 1),
    ).toBe(true);
    expect(listed).toHaveLength(200);
  });

  test("who joins a case by ingest opens it only where doubt is inferred", async () => {
    const [joined] = await world.join(unknown(world.clock, { effect: null, idempotency_key: randomUUID() }));
    expect(joined?.outcome).toBe("not_joined");
  });
});
