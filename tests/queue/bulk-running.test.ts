import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { listBulkItems } from "@/lib/services/bulk/list-bulk-items";
import { readBulk } from "@/lib/services/bulk/read-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { stopBulk } from "@/lib/services/bulk/stop-bulk";
import { readCase } from "@/lib/services/cases/read-case";
import { type BulkWorld, CLAIM, ofTool, openBulkWorld, verdictOf } from "./bulk-world";

/* What may happen while an action runs: rights that go, a stop, a case that fails. */

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

test("what the person may no longer do is skipped, the rest of it as a whole", async () => {
  const carl = await world.makePerson("Carl");
  const ids = await world.openMany(3_000, "rights");
  const frozen = await freezeBulk(carl, { parameters: verdictOf(world), choose: { case_ids: ids } });
  // The role is lost with the first part, by a trigger; another may be under way at that moment.
  await world.database.sql.unsafe(`
    create function lose_role() returns trigger language plpgsql as $$ begin
      update people set roles = '{support}' where id = '${carl.caller.id}'; return null; end $$;
    create trigger lose_role after update of done on bulk_actions for each row
      when (new.done > 0) execute function lose_role()`);
  await startBulk(carl, { bulk_id: frozen.bulk_id, count: 3_000 });
  const over = await world.untilOver(frozen.bulk_id);
  await world.database.sql.unsafe("drop trigger lose_role on bulk_actions; drop function lose_role");
  expect(over).toMatchObject({ state: "done", skipped: 3_000 - over.done, failed: 0 });
  expect([500, 1_000]).toContain(over.done);
  const items = await listBulkItems(world.ann, { bulk_id: frozen.bulk_id, limit: 1 }).catch(
    (error) => error.code,
  );
  expect(items).toBe("bulk_not_found");
  const [row] = await world.database.sql`select count(*)::int as n from bulk_items
    where bulk_id = ${frozen.bulk_id} and outcome = 'skipped' and code = 'forbidden'`;
  expect(row?.n).toBe(over.skipped);
});

test("a narrower confinement leaves out what it hides", async () => {
  const dora = await world.makePerson("Dora");
  const inside = await world.open({ tenant: "acme", tool: "narrow" });
  const outside = await world.open({ tenant: "globex", tool: "narrow" });
  const frozen = await freezeBulk(dora, { parameters: CLAIM, choose: ofTool("narrow") });
  await world.database.sql`update people set tenants = '{acme}' where id = ${dora.caller.id}`;
  await startBulk(dora, { bulk_id: frozen.bulk_id, count: 2 });
  await world.untilOver(frozen.bulk_id);
  const outcomes = await world.outcomes(dora, frozen.bulk_id);
  expect(outcomes.get(inside)?.outcome).toBe("done");
  expect(outcomes.get(outside)).toMatchObject({ outcome: "skipped", code: "forbidden" });
});

test("stopped, what is being done is done, and the rest is skipped", async () => {
  const { ann } = world;
  const ids = await world.openMany(3_000, "stop");
  const frozen = await freezeBulk(ann, { parameters: verdictOf(world), choose: { case_ids: ids } });
  // Held, so that the action waits in its first part while it is stopped.
  const parts = await world.database.sql.begin(async (sql) => {
    await sql`select from cases where case_id = any(${ids}) for update`;
    await startBulk(ann, { bulk_id: frozen.bulk_id, count: 3_000 });
    return { stopping: stopBulk(ann, { bulk_id: frozen.bulk_id }) };
  });
  await parts.stopping;
  const over = await world.untilOver(frozen.bulk_id);
  expect(over.state).toBe("stopped");
  expect(over.done + over.skipped).toBe(3_000);
  expect(over.skipped).toBeGreaterThanOrEqual(500);
  const [settled] = await world.database
    .sql`select count(*)::int as n from cases where tool = 'stop' and state = 'settled'`;
  expect(settled?.n).toBe(over.done);
  expect((await stopBulk(ann, { bulk_id: frozen.bulk_id })).state).toBe("stopped");
  const detail = await readBulk(ann, { bulk_id: frozen.bulk_id });
  expect(detail.not_done).toMatchObject([{ outcome: "skipped", code: "stopped", count: over.skipped }]);
});

test("one case that fails sinks only itself, and is named", async () => {
  const { ann } = world;
  const ids = await world.openMany(40, "bad");
  const bad = ids[17] ?? "";
  await world.database.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no' ; end $$;
    create trigger refuse before insert on verdicts for each row when (new.case_id = '${bad}') execute function refuse()`);
  const over = await world.run(ann, verdictOf(world), { case_ids: ids });
  await world.database.sql.unsafe("drop trigger refuse on verdicts; drop function refuse");
  expect(over).toMatchObject({ state: "done", done: 39, skipped: 0, failed: 1 });
  expect((await world.outcomes(ann, over.bulk_id)).get(bad)).toMatchObject({
    outcome: "failed",
    code: "internal_error",
  });
  expect((await readCase(ann, { case_id: bad })).state).toBe("open");
});
