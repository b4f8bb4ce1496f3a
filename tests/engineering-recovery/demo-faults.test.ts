import { afterAll, beforeAll, expect, it } from "vitest";
import { countOldHours } from "@/lib/duties/count-hours";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";
import { listMovedEvents } from "@/lib/services/recovery/list-moved-events";
import { readRecovery } from "@/lib/services/recovery/read-recovery";
import { judgeSilences } from "@/lib/services/silence/judge-silences";
import { listSilences } from "@/lib/services/silence/list-silences";
import { makePlan } from "@/scripts/demo/plan";
import { timeline } from "@/scripts/demo/timeline";
import { personContext, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { recover, release } from "./world";

/** Refunds tell of the silent code; of the rest only the tool that is hammered is told, so that the test stays short. */
const isTold = (body: Record<string, unknown>) =>
  body.tool === "issue_refund" || (body.tool === "lookup_ticket" && body.code === "ticket_incomplete");

let database: TestDatabase;
let rt: Runtime;
let engineer: ServiceContext;
const plan = makePlan("errata", Date.now() * 1000);
const range = {
  from: new Date(plan.started_at / 1000).toISOString(),
  to: new Date(plan.live_from / 1000).toISOString(),
};

const asItems = (items: readonly unknown[]) => ({
  items: items.map((item) => ({ item, unreadable: null, sanitized: false })),
});

/** A report of calls is four lines, and a request takes 5,000. */
const BATCH = 1_000;

async function inBatches<T>(items: readonly T[], send: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) await send(items.slice(at, at + BATCH));
}

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  const key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
  const told: Record<string, Record<string, unknown>[]> = {
    event: [],
    frames: [],
    recovery: [],
    release: [],
    calls: [],
  };
  for (const item of timeline(plan)) {
    if (item.at > plan.live_from) break;
    if (!("body" in item)) continue;
    if (item.kind === "calls") {
      const calls = (item.body.calls as Record<string, unknown>[]).filter(
        (row) => row.tool === "issue_refund",
      );
      if (calls.length > 0) told.calls?.push({ ...item.body, calls });
    } else if (item.kind === "release" || isTold(item.body)) told[item.kind]?.push(item.body);
  }
  const { event = [], frames = [], recovery = [], release: releases = [], calls = [] } = told;
  await release(key, releases);
  await inBatches(event, (batch) => report(key, batch));
  await inBatches(frames, (batch) => attachFrames(key, asItems(batch)));
  await inBatches(recovery, (batch) => recover(key, batch));
  await inBatches(calls, (batch) => recordCalls(key, asItems(batch)));
  await countOldHours.run({ ...rt, now: () => new Date() });
  await judgeSilences({ ...rt, now: () => new Date() });
}, 180_000);
afterAll(async () => {
  await rt.close();
  await database.drop();
});

it("finds the code that fell silent with 1.4.0 and goes on without its name", async () => {
  const { items } = await listSilences(engineer, {
    environment: ["production"],
    state: ["hidden"],
    limit: 50,
  });
  expect(items).toMatchObject([
    {
      code: "card_declined",
      tool: "issue_refund",
      service: "payments-tools",
      state: "hidden",
      release: "1.4.0",
    },
  ]);
});

it("finds the hammering, run by run", async () => {
  const asked = { ...range, code: ["ticket_incomplete"] };
  const { rules } = await countNextMoves(engineer, { ...asked, by: "class" });
  const hammered = rules.find(({ rule }) => rule === "system_hammered");
  expect(hammered).toMatchObject({ broken: 12, runs: 3 });
  const { items } = await listMovedEvents(engineer, { ...asked, rule: "system_hammered", limit: 50 });
  expect(items.every(({ waited_seconds }) => (waited_seconds ?? 99) < 3)).toBe(true);
});

it("shows that a code which gives up its name to an unmapped failure takes longer to get over", async () => {
  const { items } = await readRecovery(engineer, { ...range, tool: ["issue_refund"] });
  const p90 = (code: string) => items.find((item) => item.code === code)?.all.p90 ?? 0;
  expect(p90("internal_error")).toBeGreaterThan(p90("card_declined"));
});
