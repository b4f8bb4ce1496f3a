import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAhead, prepareBands } from "@/components/charts/prepare-bands";
import { listCases } from "@/lib/services/cases/list-cases";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { readFigures } from "@/lib/services/figures/read-figures";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;

beforeAll(async () => {
  world = await openQueueWorld();
});

afterAll(() => world?.close());

const UNSETTLED = { state: ["open" as const, "awaiting_second" as const], limit: 200 };

async function rowsOf(filter: Record<string, string | null>): Promise<number> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  return (await listCases(world.ann, { ...UNSETTLED, ...given })).items.length;
}

test("each band of the figures lists exactly as many rows as it counts, on its very bounds too", async () => {
  const { clock } = world;
  const opened = await world.open();
  clock.move(3_600);
  await world.open();
  await world.settle(opened, "committed");
  clock.move(1);
  await reopenCase(world.ann, { case_id: opened, reason: "the customer says otherwise" });
  clock.move(3_600);
  // One reopened exactly an hour ago, one opened a second before that, one now; deadlines from near to passed.
  for (const ahead of [0, 3_600, 14_400, 100_000]) {
    await world.open({ occurred_at: clock.at(ahead - 86_400), idempotency_key: `due-in-${ahead}` });
  }
  const { open, at } = await readFigures(world.ann, {});
  const ages = prepareBands(open.by_age, at, "past");
  const deadlines = prepareBands(open.by_deadline, at, "future");
  for (const { count, from, to } of ages) {
    expect(await rowsOf({ opened_from: from, opened_to: to })).toBe(count);
  }
  for (const { count, from, to } of deadlines) {
    expect(await rowsOf({ deadline_from: from, deadline_to: to })).toBe(count);
  }
  expect(await rowsOf({ deadline_to: firstAhead(at) })).toBe(open.overdue);
  expect(open).toMatchObject({ total: 6, overdue: 1 });
  expect(ages.filter(({ count }) => count > 0)).toHaveLength(2);
});
