import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { readRecovery } from "@/lib/services/recovery/read-recovery";
import { failure, personContext, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { hoursAgo, recover, recovery, release } from "./world";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let engineer: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const many = (count: number, parts: Record<string, unknown>) =>
  Array.from({ length: count }, () => recovery(parts));

describe("before and after a release", () => {
  const service = "payments";
  beforeAll(async () => {
    await release(key, [
      { service, release: "2.0", released_at: hoursAgo(10) },
      { service, release: "1.0", released_at: hoursAgo(40) },
      { service: "elsewhere", release: "9.9", released_at: hoursAgo(5) },
    ]);
    await recover(key, [
      ...many(20, { service, attempts: 6, occurred_at: hoursAgo(20) }),
      ...many(15, { service, outcome: "gave_up", occurred_at: hoursAgo(20) }),
      ...many(30, { service, attempts: 2, occurred_at: hoursAgo(3) }),
      // An old instance still running, and one that got the release before the report of it.
      ...many(1, { service, attempts: 9, release: "1.0", occurred_at: hoursAgo(2) }),
      ...many(1, { service, attempts: 4, release: "2.0", occurred_at: hoursAgo(11) }),
      ...many(7, { service: "untouched", occurred_at: hoursAgo(3) }),
    ]);
  });
  const range = { from: hoursAgo(30), to: hoursAgo(0) };

  it("stand side by side with their counts and how sure the difference is", async () => {
    const { total, items, compared_with } = await readRecovery(engineer, {
      ...range,
      compare: "2.0",
      service: [service],
    });
    expect(compared_with?.marks).toHaveLength(1);
    expect(total.all.episodes).toBe(67);
    expect(total.compared).toMatchObject({
      before: { episodes: 36, recovered: 21, gave_up: 15, p90: 6, max: 9 },
      after: { episodes: 31, recovered: 31, gave_up: 0, p90: 2, max: 4 },
      p90: { difference: -4, interval: { low: expect.any(Number), high: expect.any(Number) } },
      gave_up_share: { difference: -15 / 36 },
    });
    expect(total.compared?.gave_up_share?.interval?.high).toBeLessThan(0);
    expect(items[0]?.compared).toEqual(total.compared);
  });

  it("leave out what the release did not go out to, and everything for a release nobody knows", async () => {
    const { total } = await readRecovery(engineer, { ...range, compare: "2.0" });
    expect(total.all.episodes).toBe(67);
    const unknown = await readRecovery(engineer, { ...range, compare: "no such" });
    expect(unknown).toMatchObject({
      compared_with: { marks: [] },
      total: { all: { episodes: 0, p90: null } },
    });
    expect(unknown.total.compared).toMatchObject({ p90: null, gave_up_share: null });
  });
});

describe("computed from runs", () => {
  const service = "booking";
  const range = { from: hoursAgo(24), to: hoursAgo(0) };
  const attempt = (run_id: string, minutes: number, parts: Record<string, unknown> = {}) =>
    failure({
      ...{ run_id, service, tool: "book_slot" },
      ...{ occurred_at: new Date(Date.now() - 3 * 3_600_000 + minutes * 60_000).toISOString(), ...parts },
    });

  it("an episode ends where an attempt says it is the first, the key changes, or half an hour passes", async () => {
    await report(key, [
      ...[
        attempt("told", 0, { attempt: 1 }),
        attempt("told", 1, { attempt: 2 }),
        attempt("told", 2, { attempt: 1 }),
      ],
      ...[attempt("keys", 0, { idempotency_key: "a" }), attempt("keys", 1, { idempotency_key: "b" })],
      ...[attempt("apart", 0), attempt("apart", 20), attempt("apart", 55)],
      attempt("seen from the third on", 0, { attempt: 3 }),
      failure({ service, tool: "book_slot", run_id: null }),
    ]);
    const { total, items, known_from } = await readRecovery(engineer, {
      ...range,
      service: [service],
      known_from: "computed",
    });
    expect(known_from).toBe("computed");
    expect(total.all.attempts).toEqual([
      { attempts: 2, episodes: 4 },
      { attempts: 3, episodes: 2 },
      { attempts: 4, episodes: 1 },
    ]);
    expect(items[0]).toMatchObject({
      tool: "book_slot",
      longest: { run_id: "seen from the third on", reference: expect.any(String) },
    });
  });

  it("counts nothing of those who report recoveries, whose word is taken instead", async () => {
    await report(key, [failure({ service: "payments", run_id: "theirs" })]);
    const { total } = await readRecovery(engineer, {
      ...range,
      service: ["payments"],
      known_from: "computed",
    });
    expect(total.all.episodes).toBe(0);
  });
});

describe("whoever is confined", () => {
  it("counts only their own episodes, reported and computed", async () => {
    const at = { service: "shared-tools", environment: "production" };
    await recover(key, [
      ...many(3, { ...at, tenant: "ours" }),
      ...many(5, { ...at, tenant: "theirs", attempts: 8 }),
    ]);
    await report(
      key,
      ["ours", "theirs"].map((tenant) =>
        failure({ ...at, tenant: `${tenant} by events`, run_id: "r", tool: "theirs" }),
      ),
    );
    const ours = personContext(rt, ["engineer"], { tenants: ["ours", "ours by events"] });
    const reported = await readRecovery(ours, {});
    expect(reported.total.all).toMatchObject({ episodes: 3, max: 2 });
    expect(reported.pairs).toBe(1);
    const computed = await readRecovery(ours, { known_from: "computed" });
    expect(computed.total.all.episodes).toBe(1);
  });
});
