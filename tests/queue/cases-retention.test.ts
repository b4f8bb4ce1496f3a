import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPartitions } from "@/db/queries/partitions";
import { exportCase } from "@/lib/services/cases/export-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { recordEvents } from "@/lib/services/events/record-events";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const event = (parts: Record<string, unknown>) => ({
  ...{ event_id: randomUUID(), reference: "err_0ld00d", tool: "refund", occurred_at: world.clock.at(-60) },
  ...{ code: "upstream_timeout", class: "transient", effect: "unknown", message: "timed out after 30 s" },
  ...{ attributes: { amount: 40 }, ...parts },
});
const send = async (item: unknown) =>
  (await recordEvents(world.runtime, { items: [{ item, unreadable: null, sanitized: false }] })).results[0];

/** What retention does to events that are older than it keeps them, and to their frames. */
async function dropPartitions(): Promise<void> {
  for (const table of ["events", "frames"] as const)
    for (const { name } of await listPartitions(world.rt.db, table))
      await world.database.sql`drop table ${world.database.sql(name)}`;
}

test("retention passes while an old case is open: what it refers to stays, and it is settled like any other", async () => {
  const idempotency_key = randomUUID();
  const item = event({ idempotency_key });
  const { case_id = "" } = (await send(item)) ?? {};
  const before = await readCase(world.ann, { case_id });
  expect(before.attempts).toMatchObject([
    { snapshot: { message: "timed out after 30 s", attributes: { amount: 40 } } },
  ]);

  world.clock.move(100 * 86_400);
  await dropPartitions();
  expect(await world.database.sql`select 1 from events`).toHaveLength(0);
  expect((await readCase(world.ann, { case_id })).attempts).toEqual(before.attempts);
  expect(
    (await listCases(world.ann, { view: "overdue", limit: 10 })).items.map((one) => one.case_id),
  ).toContain(case_id);

  const { verdict_id } = await world.settle(case_id, "absent");
  const answer = await awaitVerdict(world.runtime, {
    target: { tool: "refund", idempotency_key },
    wait_seconds: 0,
  });
  expect(answer).toMatchObject({ verdict_id, directive: "safe_to_retry", retry_with: "new_key" });
  await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
  let exported = "";
  for await (const piece of await exportCase(world.ann, { case_id, format: "json" })) exported += piece;
  expect(JSON.parse(exported).content.attempts).toMatchObject([
    { snapshot: { message: "timed out after 30 s" } },
  ]);
});

test("a late copy of an event whose rows are gone opens nothing anew", async () => {
  const idempotency_key = randomUUID();
  const item = event({ idempotency_key, reference: "err_c0py00" });
  const { case_id = "" } = (await send(item)) ?? {};
  await world.settle(case_id, "committed");
  await dropPartitions();
  const again = await send(item);
  expect(again?.status).toBe("accepted");
  const found = await readCase(world.ann, { case_id });
  expect(found).toMatchObject({ state: "settled", attempt_count: 1 });
  expect(
    await world.database.sql`select 1 from cases where idempotency_key = ${idempotency_key}`,
  ).toHaveLength(1);
});
