import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Pins } from "@/domain/permissions";
import { readCase } from "@/lib/services/cases/read-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import {
  type AwaitVerdictInput,
  awaitVerdict,
  type RuntimeAnswer,
} from "@/lib/services/verdicts/await-verdict";
import { keyContext } from "../support/runtime";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const ask = (target: AwaitVerdictInput["target"], wait_seconds = 0, by = world.runtime) =>
  awaitVerdict(by, { target, wait_seconds });
const key = () => `key-${randomUUID()}`;

describe("the answer", () => {
  test("the runtime asks before its event arrives: none, no directive; then pending, no directive", async () => {
    const idempotency_key = key();
    expect(await ask({ tool: "refund", idempotency_key })).toEqual({ state: "none" });
    const case_id = await world.open({ idempotency_key });
    expect(await ask({ tool: "refund", idempotency_key })).toEqual({ state: "pending", case_id });
  });

  test("settled: the verdict with its directive, by key, event and case alike", async () => {
    const [idempotency_key, event_id] = [key(), randomUUID()];
    const occurred_at = world.clock.at(-60);
    const case_id = await world.open({ idempotency_key, event_id, occurred_at });
    const { verdict_id } = await world.settle(case_id, "absent");
    const answer = {
      ...{ state: "settled", case_id, verdict: "absent", directive: "safe_to_retry", retry_with: "same_key" },
      ...{
        valid_until: world.clock.at(86_340),
        external_id: "re_1",
        observed_at: world.clock.iso,
        verdict_id,
      },
      settled_at: world.clock.iso,
    };
    expect(await ask({ tool: "refund", idempotency_key })).toEqual(answer);
    expect(await ask({ event_id })).toEqual(answer);
    expect(await ask({ case_id })).toEqual(answer);
    const { verdicts } = await readCase(world.ann, { case_id });
    expect(verdicts[0]?.delivery).toMatchObject({ sent_at: world.clock.iso, delivered_at: world.clock.iso });
  });

  test("a person who looks is no runtime: nothing is delivered by it", async () => {
    const case_id = await world.open();
    await world.settle(case_id, "committed");
    expect(await ask({ case_id }, 0, world.ann)).toMatchObject({ state: "settled" });
    const { verdicts } = await readCase(world.ann, { case_id });
    expect(verdicts[0]?.delivery).toMatchObject({ sent_at: null, delivered_at: null });
  });

  test("more than one intent: no directive, but the candidates; a named part decides, an empty one means absent", async () => {
    const idempotency_key = key();
    const acme = await world.open({ idempotency_key, tenant: "acme" });
    const nobody = await world.open({ idempotency_key, tenant: null });
    await world.settle(acme, "committed");
    const target = { tool: "refund", idempotency_key };
    await expect(ask(target)).rejects.toMatchObject({ code: "ambiguous_intent" });
    expect(await ask({ ...target, tenant: "" })).toEqual({ state: "pending", case_id: nobody });
    expect(await ask({ ...target, tenant: "acme" })).toMatchObject({ state: "settled", case_id: acme });
    expect(await ask({ ...target, tenant: "other" })).toEqual({ state: "none" });
    expect(await ask({ ...target, tool: "charge" })).toEqual({ state: "none" });
  });

  test("a key's pins fill in, confine what it may see and refuse another value", async () => {
    const idempotency_key = key();
    const acme = await world.open({ idempotency_key, tenant: "acme" });
    const other = await world.open({ idempotency_key, tenant: "other" });
    const pinned = (pins: Partial<Pins>) =>
      keyContext(world.rt, { source: `pinned-${pins.tenant}`, pins, now: world.clock.read });
    const target = { tool: "refund", idempotency_key };
    expect(await ask(target, 0, await pinned({ tenant: "acme" }))).toMatchObject({ case_id: acme });
    expect(await ask({ case_id: other }, 0, await pinned({ tenant: "acme" }))).toEqual({ state: "none" });
    await expect(
      ask({ ...target, tenant: "acme" }, 0, await pinned({ tenant: "other" })),
    ).rejects.toMatchObject({ code: "pinned_by_key", field: "tenant" });
  });

  test("a key used again after its life is answered for its newest life", async () => {
    const idempotency_key = key();
    const old = await world.open({ idempotency_key, occurred_at: world.clock.at(-3 * 86_400) });
    await world.settle(old, "committed");
    const fresh = await world.open({ idempotency_key });
    expect(await ask({ tool: "refund", idempotency_key })).toEqual({ state: "pending", case_id: fresh });
    expect(await ask({ case_id: old })).toMatchObject({ state: "settled", verdict: "committed" });
  });
});

describe("the wait", () => {
  test("goes through none and pending, and ends with the verdict", async () => {
    const idempotency_key = key();
    const waiting = ask({ tool: "refund", idempotency_key }, 60);
    const case_id = await world.open({ idempotency_key });
    const { verdict_id } = await world.settle(case_id, "committed");
    expect(await waiting).toMatchObject({ state: "settled", verdict_id });
  });

  test("by event, by case and by key all wake up", async () => {
    const [idempotency_key, event_id] = [key(), randomUUID()];
    const early = ask({ event_id }, 60);
    const case_id = await world.open({ idempotency_key, event_id });
    const waiting = [
      early,
      ask({ case_id }, 60),
      ask({ tool: "refund", idempotency_key, tenant: "acme" }, 60),
    ];
    await world.settle(case_id, "undeterminable");
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ directive: "stop" });
    // By a hint each, none by looking again after 15 s.
  }, 10_000);

  test("who waits by an event hears of the verdict though the case opened before it asked", async () => {
    const event_id = randomUUID();
    const case_id = await world.open({ event_id });
    const waiting = ask({ event_id }, 60);
    await ask({ event_id });
    const { verdict_id } = await world.settle(case_id, "committed");
    expect(await waiting).toMatchObject({ state: "settled", verdict_id });
  }, 10_000);

  test("ends empty-handed after its time, and at once when the client goes; nothing keeps waiting", async () => {
    const case_id = await world.open();
    expect(await ask({ case_id }, 0.05)).toEqual({ state: "pending", case_id });
    const gone = new AbortController();
    const waiting = awaitVerdict(world.runtime, {
      ...{ target: { case_id }, wait_seconds: 60, signal: gone.signal },
    });
    gone.abort();
    expect(await waiting).toMatchObject({ state: "pending" });
    expect(world.rt.hub.size).toBe(0);
  });

  test("500 wait for one verdict and all get the same id", async () => {
    const case_id = await world.open();
    const waiting = Array.from({ length: 500 }, () => ask({ case_id }, 60));
    const { verdict_id } = await world.settle(case_id, "committed");
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((answer) => answer.verdict_id))).toEqual(new Set([verdict_id]));
    expect(world.rt.hub.size).toBe(0);
  });
});

describe("many who are read together", () => {
  test("keys that see different tenants and environments each get their own verdict, or none", async () => {
    const idempotency_key = key();
    const parts = ["acme", "other", "third"].flatMap((tenant) =>
      ["production", "staging"].map((environment) => ({ tenant, environment })),
    );
    const askers = await Promise.all(
      parts.map((pins) =>
        keyContext(world.rt, {
          source: `of-${pins.tenant}-${pins.environment}`,
          pins,
          now: world.clock.read,
        }),
      ),
    );
    const everyone = (wait: number) => askers.map((by) => ask({ tool: "refund", idempotency_key }, wait, by));
    const waiting = everyone(60);
    const ids = await Promise.all(parts.map((pins) => world.open({ idempotency_key, ...pins })));
    const others = askers.flatMap((by, i) =>
      ids.filter((_, j) => j !== i).map((case_id) => ask({ case_id }, 0, by)),
    );
    expect(await Promise.all(others)).toEqual(others.map(() => ({ state: "none" })));
    await Promise.all(ids.map((case_id) => world.settle(case_id, "committed")));
    expect((await Promise.all(waiting)).map(({ case_id }) => case_id)).toEqual(ids);
    expect((await Promise.all(everyone(0))).map(({ case_id }) => case_id)).toEqual(ids);
  });

  test("one whose intents are ambiguous is told so, its neighbours are answered", async () => {
    const idempotency_key = key();
    await world.open({ idempotency_key, tenant: "acme" });
    await world.open({ idempotency_key, tenant: "other" });
    const case_id = await world.open();
    const [ambiguous, pending] = await Promise.allSettled([
      ask({ tool: "refund", idempotency_key }),
      ask({ case_id }),
    ]);
    expect(ambiguous).toMatchObject({ reason: { code: "ambiguous_intent" } });
    expect(pending).toMatchObject({ value: { state: "pending", case_id } });
  });

  test("a verdict whose row somebody holds is handed out when they let go, its neighbours at once", async () => {
    const held = await world.open();
    const free = await world.open();
    const { verdict_id } = await world.settle(held, "committed");
    await world.settle(free, "committed");
    const order: string[] = [];
    const note = (name: string) => (answer: RuntimeAnswer) => {
      order.push(name);
      return answer;
    };
    const waiting = await world.database.sql.begin(async (tx) => {
      await tx`select from verdicts where verdict_id = ${verdict_id} for update`;
      const late = ask({ case_id: held }, 60).then(note("held"));
      await ask({ case_id: free }).then(note("free"));
      await tx`update verdicts set delivered_at = now() where verdict_id = ${verdict_id}`;
      return { late };
    });
    expect(await waiting.late).toMatchObject({ state: "settled", verdict_id });
    expect(order).toEqual(["free", "held"]);
  });
});

describe("safe_to_retry after the key's life", () => {
  test("is answered stop, once, and the case reopens however many ask", async () => {
    const case_id = await world.open({ occurred_at: world.clock.at(-86_400 + 60) });
    const { verdict_id } = await world.settle(case_id, "absent");
    expect(await ask({ case_id })).toMatchObject({ directive: "safe_to_retry" });
    world.clock.move(60);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ case_id })));
    const stops = answers.filter((answer) => answer.directive === "stop");
    expect(stops).toHaveLength(1);
    expect(stops[0]).not.toHaveProperty("retry_with");
    expect(answers.filter((answer) => answer.state === "pending")).toHaveLength(5);
    expect(await readCase(world.ann, { case_id })).toMatchObject({
      ...{ state: "open", opening: 2, reopened_because: "expired" },
      verdicts: [{ verdict_id, superseded_because: "expired" }],
    });
    await expect(acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" })).rejects.toMatchObject({
      code: "verdict_superseded",
    });
  });

  test("cannot be acknowledged any more, also by who took it before", async () => {
    const case_id = await world.open({ occurred_at: world.clock.at(-86_400 + 60) });
    const { verdict_id } = await world.settle(case_id, "absent");
    await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
    world.clock.move(60);
    await expect(acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" })).rejects.toMatchObject({
      code: "verdict_expired",
    });
    expect((await readCase(world.ann, { case_id })).state).toBe("open");
  });
});
