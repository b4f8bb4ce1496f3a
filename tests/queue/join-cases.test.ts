import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinCases } from "@/db/queries/join-cases";
import type { AttemptInput } from "@/domain/attempt";
import { readCase } from "@/lib/services/cases/read-case";
import { openQueueWorld, type QueueWorld, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const key = () => `key-${randomUUID()}`;
const attempt = (parts: Partial<AttemptInput> = {}) => unknown(world.clock, parts);
const read = (case_id: string | null | undefined) => readCase(world.ann, { case_id: case_id ?? "" });

describe("intents", () => {
  test("three attempts with one idempotency key are one case with three attempts", async () => {
    const idempotency_key = key();
    const joined = await world.join(attempt({ idempotency_key }), attempt({ idempotency_key }));
    const [third] = await world.join(attempt({ idempotency_key }));
    expect(new Set([...joined, third].map((one) => one?.case_id)).size).toBe(1);
    expect(third?.outcome).toBe("joined");
    expect(joined.map(({ outcome }) => outcome)).toEqual(["opened", "opened"]);
    const found = await read(third?.case_id);
    expect(found.attempts).toHaveLength(3);
    expect(found).toMatchObject({ state: "open", opening: 1, attempt_count: 3, flags: [] });
    expect(found.attempts[0]?.snapshot).toEqual({ message: "timed out" });
  });

  test("the same key on two tools, tenants, environments, services or without one: separate cases", async () => {
    const idempotency_key = key();
    const parts: Partial<AttemptInput>[] = [
      {},
      { tool: "charge" },
      { tenant: "other" },
      { tenant: null },
      { environment: "staging" },
      { environment: null },
      { service: "mail" },
      { service: null },
    ];
    const joined = await world.join(...parts.map((part) => attempt({ idempotency_key, ...part })));
    expect(new Set(joined.map(({ case_id }) => case_id)).size).toBe(parts.length);
  });

  test("without a key each event is a case of its own, flagged no_key, even when producers reuse event ids", async () => {
    const event_id = randomUUID();
    const [a, b] = await world.join(
      attempt({ idempotency_key: null, event_id, reference: "err_a" }),
      attempt({ idempotency_key: null, event_id, reference: "err_b" }),
    );
    expect(a?.case_id).not.toBe(b?.case_id);
    expect(await read(a?.case_id)).toMatchObject({ flags: ["no_key"], key_expires_at: null });
  });

  test("the same attempt again changes nothing and is told its case", async () => {
    const once = attempt();
    const [first] = await world.join(once);
    const before = await read(first?.case_id);
    const [again, twin] = await world.join(once, { ...once, key: "twin" });
    expect(again).toMatchObject({ case_id: first?.case_id, outcome: "joined", topics: [] });
    expect(twin?.case_id).toBe(first?.case_id);
    expect(await read(first?.case_id)).toEqual(before);
  });

  test("a key used after its life is a new intent; a late attempt goes to the life it falls into", async () => {
    const idempotency_key = key();
    const day = 86_400;
    const [first] = await world.join(attempt({ idempotency_key, occurred_at: world.clock.at(-3 * day) }));
    const [second] = await world.join(attempt({ idempotency_key, occurred_at: world.clock.at(-day / 2) }));
    expect(second).toMatchObject({ outcome: "opened" });
    expect(second?.case_id).not.toBe(first?.case_id);
    const [late] = await world.join(attempt({ idempotency_key, occurred_at: world.clock.at(-2.5 * day) }));
    expect(late?.case_id).toBe(first?.case_id);
    const [oldest] = await world.join(attempt({ idempotency_key, occurred_at: world.clock.at(-9 * day) }));
    expect([first?.case_id, second?.case_id]).not.toContain(oldest?.case_id);
    expect((await read(second?.case_id)).generation).toBe(2);
  });

  test("an attempt that arrives before the first one shortens the key's life", async () => {
    const idempotency_key = key();
    const [first] = await world.join(attempt({ idempotency_key, occurred_at: world.clock.at(-60) }));
    await world.join(attempt({ idempotency_key, occurred_at: world.clock.at(-3600) }));
    const found = await read(first?.case_id);
    expect(found.first_attempt_at).toBe(world.clock.at(-3600));
    expect(found.key_expires_at).toBe(world.clock.at(-3600 + 86_400));
    expect(found.deadline_at).toBe(found.key_expires_at);
  });

  test("a clock that is ahead does not stretch the key's protection", async () => {
    const [joined] = await world.join(attempt({ occurred_at: world.clock.at(57 * 60) }));
    expect((await read(joined?.case_id)).key_expires_at).toBe(world.clock.at(86_400));
  });

  test("the same key with other arguments is flagged key_reused and gets the service level as deadline", async () => {
    const idempotency_key = key();
    const [joined] = await world.join(
      attempt({ idempotency_key, arguments_hash: "a", occurred_at: world.clock.at(-60) }),
      attempt({ idempotency_key, arguments_hash: null, occurred_at: world.clock.at(-50) }),
      attempt({ idempotency_key, arguments_hash: "b", occurred_at: world.clock.at(-40) }),
    );
    expect(await read(joined?.case_id)).toMatchObject({
      flags: ["key_reused"],
      deadline_at: world.clock.at(-60 + 14_400),
      safe_after: world.clock.at(-40 + 900),
    });
  });

  test("texts of the greatest length in any alphabet do not sink the batch", async () => {
    const long = (length: number) =>
      Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join(
        "",
      );
    const [joined] = await world.join(
      attempt({
        ...{ tenant: long(200), environment: long(200), service: long(200), tool: long(200) },
        idempotency_key: long(255),
      }),
    );
    expect(joined?.outcome).toBe("opened");
  });
});

describe("effects", () => {
  test("absent on one attempt attaches and settles nothing; without a case it opens none", async () => {
    const idempotency_key = key();
    const [alone] = await world.join(attempt({ effect: "absent", idempotency_key }));
    expect(alone).toMatchObject({ outcome: "not_joined", case_id: null });
    const case_id = await world.open({ idempotency_key });
    const [absent] = await world.join(attempt({ effect: "absent", idempotency_key }));
    expect(absent).toMatchObject({ case_id, outcome: "joined" });
    expect(await read(case_id)).toMatchObject({ state: "open", evidence: [] });
  });

  test("committed on any attempt is evidence for the intent", async () => {
    const idempotency_key = key();
    const case_id = await world.open({ idempotency_key });
    await world.join(attempt({ effect: "committed", idempotency_key }));
    expect(await read(case_id)).toMatchObject({
      state: "open",
      evidence: [{ effect: "committed", source: "attempt", kind: "event" }],
    });
  });

  test("a commit told before the doubt arrives waits for its case", async () => {
    const idempotency_key = key();
    const [early] = await world.join(attempt({ effect: "committed", idempotency_key }));
    expect(early?.outcome).toBe("not_joined");
    const case_id = await world.open({ idempotency_key });
    expect((await read(case_id)).evidence).toMatchObject([{ effect: "committed" }]);
  });

  test("what cannot be read but says unknown is in the queue, once per content, and joins nobody", async () => {
    const idempotency_key = key();
    const readable = await world.open({ idempotency_key });
    const bad = attempt({
      ...{ idempotency_key, tool: null, unreadable: "tool_required: no tool", lone_event: "hash-1" },
    });
    const [first] = await world.join(bad);
    expect(first?.case_id).not.toBe(readable);
    expect(await read(first?.case_id)).toMatchObject({
      flags: ["unreadable"],
      tool: null,
      reason: "tool_required: no tool",
      key_expires_at: null,
      attempts: [{ unreadable: "tool_required: no tool" }],
    });
    world.clock.move(30);
    const [again] = await world.join({ ...bad, occurred_at: world.clock.iso });
    expect(again).toMatchObject({ case_id: first?.case_id, outcome: "joined" });
    expect((await read(first?.case_id)).attempts).toHaveLength(1);
  });

  test("an unmapped failure of a writing tool opens as inferred", async () => {
    const [joined] = await world.join(attempt({ effect: null, inferred: true }));
    expect((await read(joined?.case_id)).flags).toEqual(["inferred"]);
  });
});

describe("concurrency", () => {
  test("the same batch in several orders at once, again and again: no deadlock, nothing twice", async () => {
    // Long statements, so that they overlap: with 40 keys even unsorted locks meet too seldom to be caught.
    const [keys, rounds] = [Array.from({ length: 800 }, key), 4];
    for (let round = 0; round < rounds; round += 1) {
      const batch = keys.map((idempotency_key, i) =>
        attempt({ idempotency_key, occurred_at: world.clock.at(-i - 1) }),
      );
      const turned = batch.map((one, i) => ({ ...one, occurred_at: world.clock.at(i - 900) }));
      await Promise.all([batch, turned, [...batch].reverse(), turned].map((one) => world.join(...one)));
    }
    const { sql } = world.database;
    const [counts] = await sql<{ cases: number; attempts: number; counted: number }[]>`
      select count(*)::int as cases, sum(attempt_count)::int as counted,
        (select count(*)::int from attempts join cases using (case_id) where idempotency_key = any(${keys})) as attempts
      from cases where idempotency_key = any(${keys})`;
    const expected = keys.length * rounds * 2;
    expect(counts).toEqual({ cases: keys.length, attempts: expected, counted: expected });
  });

  test("two batches that open two lives of one key at once do not merge them", async () => {
    const lives = [-10, -8, -6, -4, -2].map((days) => world.clock.at(days * 86_400));
    for (let round = 0; round < 10; round += 1) {
      const idempotency_key = key();
      const joined = await Promise.all(
        lives.map((occurred_at) => world.join(attempt({ idempotency_key, occurred_at }))),
      );
      expect(new Set(joined.flat().map(({ case_id }) => case_id)).size).toBe(lives.length);
    }
  });

  test("a transaction that fails leaves no trace", async () => {
    const once = attempt();
    const failing = world.rt.db.transaction(async (tx) => {
      await joinCases(tx, [once], world.clock.iso);
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect((await world.join(once))[0]?.outcome).toBe("opened");
  });
});
