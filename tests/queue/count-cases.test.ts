import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillQueue } from "@/bench/fill-queue";
import { countCases } from "@/db/queries/cases";
import { CASE_VIEWS, type CaseView } from "@/domain/case-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { claimCase } from "@/lib/services/cases/claim-case";
import { escalateCase } from "@/lib/services/cases/escalate-case";
import { type ListCasesInput, listCases } from "@/lib/services/cases/list-cases";
import { snoozeCase } from "@/lib/services/cases/snooze-case";
import { watchCase } from "@/lib/services/cases/watch-case";
import { putTool } from "@/lib/services/tools/put-tool";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { openQueueWorld, type QueueWorld, seen } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

/** Each view read to its end, page by page: what its count has to say. */
async function lengthOf(view: CaseView, filter: Omit<ListCasesInput, "limit">): Promise<number> {
  let length = 0;
  let cursor: string | undefined;
  do {
    const page = await listCases(world.ann, { ...filter, view, limit: 3, cursor });
    length += page.items.length;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return length;
}

test("the count of each view is the length of its list, with a filter and without", async () => {
  const open = await Promise.all(
    Array.from({ length: 8 }, (_, i) => world.open({ tool: i % 2 ? "refund" : "charge" })),
  );
  const [claimed, snoozed, escalated, watched, settled] = open;
  await world.open({ occurred_at: world.clock.at(-90_000) });
  await putTool(world.ann, { tool: "transfer", needs_second_person: true });
  const proposed = await world.open({ tool: "transfer" });
  await claimCase(world.ann, { case_id: claimed ?? "" });
  await claimCase(world.ann, { case_id: escalated ?? "" });
  await snoozeCase(world.ann, { case_id: snoozed ?? "", until: world.clock.at(600) });
  await escalateCase(world.ann, { case_id: escalated ?? "", reason: "cannot tell" });
  await watchCase(world.ann, { case_id: watched ?? "" });
  await world.settle(settled ?? "", "committed");
  await claimCase(world.ann, { case_id: proposed });
  await issueVerdict(world.ann, {
    case_id: proposed,
    verdict: "committed",
    evidence: [seen(world.clock.iso)],
  });

  for (const filter of [{}, { tool: ["refund"] }, { tool: ["transfer", "charge"] }]) {
    const { counts } = await listCases(world.ann, { ...filter, limit: 1 });
    const lengths = await Promise.all(CASE_VIEWS.map(async (view) => [view, await lengthOf(view, filter)]));
    expect(counts).toEqual(Object.fromEntries(lengths));
  }
  const { counts } = await listCases(world.ann, { limit: 1 });
  for (const view of CASE_VIEWS.filter((one) => one !== "assigned"))
    expect(counts[view], view).toBeGreaterThan(0);
});

test("of a large queue what all share may lag for a moment, a person's own never", async () => {
  const own = await openQueueWorld();
  try {
    await fillQueue(own.database.sql, 0.11);
    const before = (await listCases(own.ann, { limit: 1 })).counts;
    const viewer = { scope: caseScopeOf(own.ann.caller), holder_id: own.ann.caller.id, now: own.clock.iso };
    expect(before).toEqual(await countCases(own.rt.db, viewer, {}));
    const [free] = await own.database.sql<{ case_id: string }[]>`
      select case_id from cases where state = 'open' and claimed_by is null limit 1`;
    await claimCase(own.ann, { case_id: free?.case_id ?? "" });
    const after = (await listCases(own.ann, { limit: 1 })).counts;
    expect(after).toMatchObject({ open: before.open, mine: before.mine + 1 });
  } finally {
    await own.close();
  }
});

test("what nobody took is looked up from the few verdicts that it is about", async () => {
  const own = await openQueueWorld();
  try {
    await fillQueue(own.database.sql, 0.11);
    const sent: { text: string; params: unknown[] }[] = [];
    const logger = { logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }) };
    const viewer = { scope: caseScopeOf(own.ann.caller), holder_id: "nobody", now: own.clock.iso };
    await countCases(drizzle(own.database.sql, { logger }), viewer, {}, ["undelivered"]);
    const [{ text, params } = { text: "", params: [] }] = sent;
    const plan = await own.database.sql.unsafe(`explain ${text}`, params as string[]);
    const said = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(said).toContain("using verdicts_undelivered");
    expect(said).toContain("using verdicts_run_out");
    expect(said).not.toContain("Seq Scan");
  } finally {
    await own.close();
  }
});
