import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tellDeadlines } from "@/db/queries/deadlines";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import { tellOfDeadlines } from "@/lib/duties/tell-deadlines";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { watchCase } from "@/lib/services/cases/watch-case";
import type { ServiceContext } from "@/lib/services/context";
import { listNotices } from "@/lib/services/notices/list-notices";
import { putTool } from "@/lib/services/tools/put-tool";
import { auditOf, member } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
let ann: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  ann = await member(world, "Ann");
});
beforeEach(() => world.clock.move(3 * 86_400));
afterAll(() => world.close());

const tell = () => tellOfDeadlines.run({ ...world.rt, now: world.clock.read });
/** What the outbox says of a case's deadlines, oldest first. */
const toldOf = async (case_id: string) => {
  const rows = await world.database.sql<{ type: string; deadline_at: string }[]>`
    select type, data ->> 'deadline_at' as deadline_at from outbox where case_id = ${case_id}
      and type in ('case.due_soon', 'case.overdue') order by created_at`;
  return rows.map(({ type, deadline_at }) => [type, deadline_at]);
};
const untilDeadline = async (case_id: string) => {
  const { deadline_at } = await readCase(ann, { case_id });
  return { deadline_at, seconds: (Date.parse(deadline_at) - world.clock.read().getTime()) / 1000 };
};

test("a deadline is reminded of once and told to have passed once; who follows the case is told both", async () => {
  const case_id = await world.open();
  await watchCase(ann, { case_id });
  const { deadline_at, seconds } = await untilDeadline(case_id);
  world.clock.move(seconds - 3_601);
  await tell();
  expect(await toldOf(case_id)).toEqual([]);
  world.clock.move(2);
  await tell();
  await tell();
  expect(await toldOf(case_id)).toEqual([["case.due_soon", deadline_at]]);
  world.clock.move(3_600);
  await tell();
  await tell();
  expect(await toldOf(case_id)).toEqual([
    ["case.due_soon", deadline_at],
    ["case.overdue", deadline_at],
  ]);
  expect((await auditOf(world, case_id)).slice(-2)).toEqual(["case.due_soon", "case.overdue"]);
  await expandOutbox.run({ ...world.rt, now: world.clock.read });
  const { items } = await listNotices(ann, { limit: 9 });
  expect(items.filter((one) => one.case_id === case_id)).toMatchObject([
    { kind: "overdue", by: null, data: { deadline_at } },
    { kind: "due_soon", by: null, data: { deadline_at } },
  ]);
  expect((await listCases(ann, { view: "overdue", limit: 50 })).items.map((one) => one.case_id)).toContain(
    case_id,
  );
});

test("each tool says how long before; 0 is never, and what was missed is not reminded of afterwards", async () => {
  await putTool(ann, { tool: "early", remind_seconds: 7_200 });
  await putTool(ann, { tool: "never", remind_seconds: 0 });
  const [early, never, missed] = [
    await world.open({ tool: "early" }),
    await world.open({ tool: "never" }),
    await world.open(),
  ];
  const { seconds } = await untilDeadline(early);
  world.clock.move(seconds - 7_000);
  await tell();
  expect([await toldOf(early), await toldOf(never), await toldOf(missed)]).toMatchObject([
    [["case.due_soon", expect.any(String)]],
    [],
    [],
  ]);
  world.clock.move(8_000);
  await tell();
  for (const case_id of [never, missed])
    expect(await toldOf(case_id)).toMatchObject([["case.overdue", expect.any(String)]]);
});

test("a deadline that moved is told of again, a settled case of none", async () => {
  const moved = await world.open({ tool: "moved", idempotency_key: null });
  const settled = await world.open({ tool: "moved", idempotency_key: null });
  world.clock.move(20_000);
  await world.settle(settled, "committed", world.clock.iso, ann);
  await tell();
  const first = (await readCase(ann, { case_id: moved })).deadline_at;
  await putTool(ann, { tool: "moved", sla_seconds: 30_000 });
  const second = (await readCase(ann, { case_id: moved })).deadline_at;
  await tell();
  world.clock.move(8_000);
  await tell();
  world.clock.move(8_000);
  await tell();
  expect(await toldOf(moved)).toEqual([
    ["case.overdue", first],
    ["case.due_soon", second],
    ["case.overdue", second],
  ]);
  expect(await toldOf(settled)).toEqual([]);
});

test("two processes that tell at once tell each deadline once, in parts of bounded size", async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, () => world.open()));
  world.clock.move(2 * 86_400);
  const part = () => world.rt.db.transaction((tx) => tellDeadlines(tx, world.clock.iso, 7));
  expect((await part()).length).toBe(7);
  await Promise.all([tell(), tell(), tell()]);
  await tell();
  for (const case_id of ids)
    expect(await toldOf(case_id)).toMatchObject([["case.overdue", expect.any(String)]]);
});
