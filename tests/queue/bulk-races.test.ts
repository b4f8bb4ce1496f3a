import { afterAll, beforeAll, expect, test } from "vitest";
import { runBulkChunk } from "@/db/queries/bulk-chunk";
import { isDomainError } from "@/domain/errors";
import { runBulkActions } from "@/lib/duties/run-bulk-actions";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { claimCase } from "@/lib/services/cases/claim-case";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { type BulkWorld, openBulkWorld, verdictOf } from "./bulk-world";
import { seen, unknown } from "./world";

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

/** A single verdict of a person; the code when it was refused. */
async function single(by: BulkWorld["ann"], case_id: string): Promise<string> {
  try {
    await claimCase(by, { case_id });
    await issueVerdict(by, { case_id, verdict: "undeterminable", evidence: [seen(world.clock.iso)] });
    return "settled";
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

test("single verdicts against a bulk one at the same time: one verdict an opening, and both sides say whose", async () => {
  const { ann, bob } = world;
  const case_ids = await world.openMany(600, "race");
  const frozen = await freezeBulk(ann, { parameters: verdictOf(world), choose: { case_ids } });
  const singles = case_ids.filter((_, at) => at % 6 === 0);
  const [, ...codes] = await Promise.all([
    startBulk(ann, { bulk_id: frozen.bulk_id, count: 600 }),
    ...singles.map((case_id) => single(bob, case_id)),
  ]);
  const over = await world.untilOver(frozen.bulk_id);
  const bobs = codes.filter((code) => code === "settled").length;
  expect(codes.every((code) => ["settled", "already_settled"].includes(String(code)))).toBe(true);
  expect(over.done + over.skipped).toBe(600);
  expect(over.failed).toBe(0);
  const verdicts = await world.database
    .sql`select v.by, count(*)::int as n, count(distinct v.case_id)::int as cases
    from verdicts v join cases c using (case_id) where c.tool = 'race' group by 1 order by 1`;
  const byWhom = Object.fromEntries(verdicts.map((row) => [row.by, row.n]));
  // Held by Bob when its turn came and settled by him afterwards is skipped as well.
  expect(byWhom.Ann).toBe(over.done);
  expect(byWhom.Bob ?? 0).toBe(bobs);
  expect(over.done + bobs).toBe(600);
  expect(verdicts.every((row) => row.n === row.cases)).toBe(true);
});

test("news that arrives while a bulk verdict runs neither deadlocks with it nor is lost", async () => {
  const { ann, clock } = world;
  const attempts = Array.from({ length: 1_000 }, () => unknown(clock, { tool: "news" }));
  await world.join(...attempts);
  clock.move(60);
  const frozen = await freezeBulk(ann, {
    parameters: verdictOf(world),
    choose: { view: "open", tool: ["news"] },
  });
  await startBulk(ann, { bulk_id: frozen.bulk_id, count: 1_000 });
  clock.move(60);
  const again = attempts.map((one) => ({
    ...unknown(clock, { ...one, key: crypto.randomUUID(), event_id: crypto.randomUUID() }),
    occurred_at: clock.iso,
  }));
  for (let at = 0; at < again.length; at += 100) await world.join(...again.slice(at, at + 100));
  const over = await world.untilOver(frozen.bulk_id);
  expect(over.done + over.skipped + over.failed).toBe(1_000);
  expect(over.failed).toBe(0);
  // Whether the attempt came before the verdict or reopened the case: the evidence is older than the attempt.
  const [row] = await world.database.sql`select
      count(*) filter (where attempt_count = 2)::int as attempts,
      count(*) filter (where state = 'settled' and last_attempt_at > settled_at)::int as lost
    from cases where tool = 'news'`;
  expect(row).toEqual({ attempts: 1_000, lost: 0 });
});

test("several runners on one action never do the same case twice", async () => {
  const { ann, clock, rt } = world;
  const case_ids = await world.openMany(500, "runners");
  const frozen = await freezeBulk(ann, { parameters: { kind: "note", text: "once" }, choose: { case_ids } });
  await world.database.sql`update bulk_actions set state = 'running', started_at = ${clock.iso}
    where bulk_id = ${frozen.bulk_id}`;
  const runner = async () => {
    for (;;) {
      const { left } = await runBulkChunk(rt.db, frozen.bulk_id, { limit: 20 }, () => clock.iso);
      if (left !== "some") return;
    }
  };
  await Promise.all([runner(), runner(), runner(), runBulkActions.run({ ...rt, now: clock.read })]);
  expect(await world.untilOver(frozen.bulk_id)).toMatchObject({ state: "done", done: 500 });
  const [notes] = await world.database
    .sql`select count(*)::int as n, count(distinct case_id)::int as cases from notes
    where text = 'once'`;
  expect(notes).toEqual({ n: 500, cases: 500 });
});

test("several actions over the same cases: each case is settled by one of them", async () => {
  const { ann, bob } = world;
  const case_ids = await world.openMany(700, "both");
  const both = await Promise.all(
    [ann, bob].map((by) => freezeBulk(by, { parameters: verdictOf(world), choose: { case_ids } })),
  );
  await Promise.all(both.map(({ bulk_id }, at) => startBulk(at === 0 ? ann : bob, { bulk_id, count: 700 })));
  const over = await Promise.all(both.map(({ bulk_id }) => world.untilOver(bulk_id)));
  expect(over.map(({ done, skipped }) => done + skipped)).toEqual([700, 700]);
  expect(over.reduce((sum, { done }) => sum + done, 0)).toBe(700);
});
