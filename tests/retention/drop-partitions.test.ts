import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findExpiredReferences } from "@/db/queries/expired-references";
import { listPartitions } from "@/db/queries/partitions";
import { UNCONFINED } from "@/domain/permissions";
import type { RetainStart } from "./retain-process";
import { openRetentionWorld, type RetentionWorld } from "./world";

let world: RetentionWorld;
beforeEach(async () => {
  world = await openRetentionWorld();
});
afterEach(() => world.close());

/** Where a reference is to be found. */
async function whereIs(reference: string): Promise<"stored" | "expired" | "nowhere"> {
  const stored = await world.database.sql`select 1 from events where reference = ${reference}`;
  if (stored.length > 0) return "stored";
  const expired = await findExpiredReferences(world.rt.db, [reference], UNCONFINED);
  return expired.length > 0 ? "expired" : "nowhere";
}

const audited = () => world.database.sql`select subject_id from audit where action = 'retention.dropped'`;

/** A transaction of somebody else that is open until it is let go. */
async function holding(statement: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let began = () => {};
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const held = world.database.sql.begin(async (tx) => {
    await tx.unsafe(statement);
    began();
    await released;
  });
  await begun;
  return async () => {
    release();
    await held;
  };
}

test("what is partly within the retention stays whole, and what is wholly older goes", async () => {
  await world.send(world.failure({ reference: "err_old001" }));
  const [old] = await listPartitions(world.rt.db, "events");
  const ends = Date.parse(old?.to ?? "");
  const days = (at: number) => (at - world.clock.read().getTime()) / 86_400_000;
  world.pass(days(ends) + 90);
  await world.retain();
  expect(await whereIs("err_old001")).toBe("stored");
  world.clock.move(2 * 3600);
  await world.retainUntil(1);
  expect(await whereIs("err_old001")).toBe("expired");
  expect(await audited()).toEqual([{ subject_id: old?.name }]);
});

test("ingest goes on while partitions are dropped, and nothing new is lost", async () => {
  for (let week = 0; week < 8; week += 1) {
    await world.send(...Array.from({ length: 300 }, () => world.failure()));
    world.pass(7);
  }
  world.pass(84);
  let dropping = true;
  const senders = Array.from({ length: 8 }, async () => {
    let sent = 0;
    for (; dropping; sent += 1) {
      const answer = await world.send(world.failure({ reference: "err_during" }));
      if (answer.accepted !== 1) throw new Error(JSON.stringify(answer));
    }
    return sent;
  });
  await world.retainUntil(8);
  dropping = false;
  const sent = (await Promise.all(senders)).reduce((sum, one) => sum + one, 0);
  const dropped = (await world.dropped()).filter(({ relation }) => relation === "events");
  expect(dropped.map(({ rows }) => Number(rows)).reduce((sum, rows) => sum + rows, 0)).toBe(2_400);
  expect(await world.count("events")).toBe(sent);
  expect(sent).toBeGreaterThan(0);
});

test("somebody who still writes into a partition loses nothing: it goes later, with what they wrote", async () => {
  await world.send(world.failure({ reference: "err_first1" }));
  world.pass(120);
  const [old] = await listPartitions(world.rt.db, "events");
  const release = await holding(`insert into events (source_id, event_id, reference, occurred_at, received_at,
      content_hash, skeleton, tool, code, class, unmapped, marks, body)
    select source_id, gen_random_uuid(), 'err_late01', occurred_at, received_at, 7, 'err1ate01', tool, code, class,
      unmapped, marks, body from events`);
  await world.retain();
  expect(await world.dropped()).toEqual([]);
  expect(await listPartitions(world.rt.db, "events")).toContainEqual(old);
  await release();
  await world.retainUntil(1);
  expect(await world.dropped()).toMatchObject([{ rows: "2", references_kept: "2" }]);
  expect([await whereIs("err_first1"), await whereIs("err_late01")]).toEqual(["expired", "expired"]);
});

test("a long read delays the drop, and ingest no longer than the tries take", async () => {
  const doubted = { reference: "err_d0ubt1", effect: "unknown" };
  await world.send(world.failure(doubted));
  await world.sendFrames({ reference: "err_d0ubt1", captured_at: world.clock.at(-30), raw: "Error: no" });
  world.pass(120);
  const release = await holding("select count(*) from events; select count(*) from frames");
  // It is the first of its week: its partition is made meanwhile.
  const [answer] = await Promise.all([
    world.send(world.failure({ reference: "err_mean01" })),
    world.retain(),
  ]);
  expect(answer.accepted).toBe(1);
  expect(await world.dropped()).toEqual([]);
  // What is still there is not kept a second time beside it.
  expect([await world.count("kept_frames"), await world.count("kept_references")]).toEqual([0, 0]);
  await release();
  await world.retainUntil(2);
  expect([await world.count("kept_frames"), await world.count("kept_references")]).toEqual([1, 1]);
});

test("of several at once each partition is dropped by one", async () => {
  await world.send(world.failure({ reference: "err_once01" }));
  world.pass(30);
  await world.send(world.failure({ reference: "err_once02" }));
  world.pass(120);
  await Promise.all([world.retain(), world.retain(), world.retain(), world.retain()]);
  await world.retainUntil(2);
  const dropped = await world.dropped();
  expect(dropped).toHaveLength(2);
  expect(await audited()).toHaveLength(2);
  expect(await world.count("dropped_partitions")).toBe(2);
  expect([await whereIs("err_once01"), await whereIs("err_once02")]).toEqual(["expired", "expired"]);
});

test("kill -9 between preparing and dropping: the partition is whole, and the next run goes on", async () => {
  await world.send(world.failure({ reference: "err_crash1" }));
  world.pass(120);
  const release = await holding("lock table events in access share mode");
  const child = fork(join(import.meta.dirname, "retain-process.ts"), { execArgv: ["--import", "tsx"] });
  const start: RetainStart = { database_url: world.database.url, now: world.clock.read().toISOString() };
  child.send(start);
  const prepared = () => world.database.sql`select partition_id from dropped_partitions`;
  while ((await prepared()).length === 0) if (child.exitCode !== null) throw new Error("it ended");
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await release();
  const [before] = await prepared();
  expect(await whereIs("err_crash1")).toBe("stored");
  // The server notices only after a while that nobody is there any more.
  await world.retainUntil(1);
  expect(await world.dropped()).toMatchObject([{ ...before, rows: "1" }]);
  expect(await whereIs("err_crash1")).toBe("expired");
  expect(await audited()).toHaveLength(1);
});
