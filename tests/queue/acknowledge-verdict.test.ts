import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
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
