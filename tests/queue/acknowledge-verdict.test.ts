import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { putTool } from "@/lib/services/tools/put-tool";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { keyContext } from "../support/runtime";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

describe("acknowledging", () => {
  test("one runtime takes it; the same again is the same answer, another is told who", async () => {
    const { verdict_id } = await world.settle(await world.open(), "committed");
    const runs = Array.from({ length: 8 }, (_, i) => `run-${i}`);
    const tries = await Promise.allSettled(
      runs.map((by) => acknowledgeVerdict(world.runtime, { verdict_id, by })),
    );
    const taken = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).toHaveLength(1);
    const by = taken[0]?.acknowledged_by ?? "";
    for (const one of tries)
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({ code: "already_acknowledged", details: { acknowledged_by: by } });
    world.clock.move(5);
    expect(await acknowledgeVerdict(world.runtime, { verdict_id, by })).toEqual(taken[0]);
  });

  test("two runtimes that call their runs by the same name: only the key that took it acts", async () => {
    const { verdict_id } = await world.settle(await world.open(), "absent");
    const other = await keyContext(world.rt, { source: "other-runtime", now: world.clock.read });
    const take = (runtime: typeof other) => acknowledgeVerdict(runtime, { verdict_id, by: "worker" });
    const first = await take(world.runtime);
    await expect(take(other)).rejects.toMatchObject({ code: "already_acknowledged" });
    expect(await take(world.runtime)).toEqual(first);
  });

  test("a repeat with a new key is refused once requests are known to fly longer, and the case is open", async () => {
    const eve = world.person("Eve", ["engineer"]);
    const tool = `slow-${randomUUID()}`;
    const keyless = { tool, idempotency_key: null, occurred_at: world.clock.at(-1000) };
    const asked = await world.open(keyless);
    const acted = await world.open(keyless);
    const told = await world.settle(asked, "absent");
    const taken = await world.settle(acted, "absent");
    const polled = await world.open(keyless);
    await world.settle(polled, "absent");
    await acknowledgeVerdict(world.runtime, { verdict_id: taken.verdict_id, by: "run-1" });
    await putTool(eve, { tool, in_flight_seconds: 7200 });
    await expect(
      acknowledgeVerdict(world.runtime, { verdict_id: told.verdict_id, by: "run-1" }),
    ).rejects.toMatchObject({ code: "verdict_expired" });
    expect(await readCase(world.ann, { case_id: asked })).toMatchObject({
      ...{ state: "open", opening: 2, reopened_because: "expired" },
    });
    const ask = (case_id: string) => awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
    const stopped = await ask(polled);
    expect(stopped).toMatchObject({ state: "settled", directive: "stop" });
    expect(stopped.retry_with).toBeUndefined();
    expect(await ask(polled)).toMatchObject({ state: "pending" });
    // Who took it before has acted: that is history.
    expect(await ask(acted)).toMatchObject({ directive: "safe_to_retry" });
  });

  test("a superseded verdict is refused, also to who took it before", async () => {
    const case_id = await world.open();
    const { verdict_id } = await world.settle(case_id, "committed");
    await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
    await reopenCase(world.ann, { case_id, reason: "wrong" });
    await expect(acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" })).rejects.toMatchObject({
      code: "verdict_superseded",
    });
  });

  test("a verdict that does not exist, or lies outside the key's pins, is not found", async () => {
    const missing = { verdict_id: randomUUID(), by: "run-1" };
    await expect(acknowledgeVerdict(world.runtime, missing)).rejects.toMatchObject({
      code: "verdict_not_found",
    });
    const { verdict_id } = await world.settle(await world.open({ tenant: "acme" }), "committed");
    const other = await keyContext(world.rt, { source: "other", pins: { tenant: "other" } });
    await expect(acknowledgeVerdict(other, { verdict_id, by: "run-1" })).rejects.toMatchObject({
      code: "verdict_not_found",
    });
  });
});
