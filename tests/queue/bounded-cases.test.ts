import { afterAll, beforeAll, expect, test } from "vitest";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

/** Fills a settled case with what a machine reported and people wrote after it, one a second. */
async function flood(case_id: string, count: number) {
  const { sql } = world.database;
  await sql`
    insert into evidence (evidence_id, case_id, attached_at, tool, idempotency_key, any_tenant, any_environment, any_service,
      effect, source, kind, external_id, observed_at, received_at, by_kind, by_id, by)
    select gen_random_uuid(), ${case_id}, now(), 'refund', 'k', false, false, false, 'committed', 'stripe', 'callback',
      'flood ' || n, now() + n * interval '1 second', now(), 'key', 'k', 'stripe' from generate_series(1, ${count}::int) as n`;
  await sql`insert into notes (case_id, kind, by_id, by, text, created_at)
    select ${case_id}, 'note', 'a', 'Ann', 'note ' || n, now() + n * interval '1 second' from generate_series(1, ${count}::int) as n`;
}

test("of a flooded case a list shows the newest 20 and the case the newest 500, oldest first", async () => {
  const [case_id, other] = [await world.open(), await world.open()];
  await world.settle(case_id, "committed");
  await flood(case_id, 600);
  await flood(other, 3);
  const { items } = await listCases(world.ann, { limit: 50 });
  const listed = (id: string) => items.find((one) => one.case_id === id)?.evidence ?? [];
  expect(listed(case_id)).toHaveLength(20);
  expect(listed(case_id).at(-1)).toMatchObject({ external_id: "flood 600" });
  expect(listed(other).map((one) => one.external_id)).toEqual(["flood 1", "flood 2", "flood 3"]);
  const { evidence, notes } = await readCase(world.ann, { case_id });
  expect(evidence).toHaveLength(500);
  expect(evidence.at(-1)).toMatchObject({ external_id: "flood 600" });
  // What the verdict rests on is not crowded out.
  expect(evidence[0]).toMatchObject({ external_id: "re_1" });
  expect(notes).toHaveLength(500);
  expect([notes?.[0]?.text, notes?.at(-1)?.text]).toEqual(["note 101", "note 600"]);
});
