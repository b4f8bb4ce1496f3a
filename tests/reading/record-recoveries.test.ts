import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const send = (...items: unknown[]) =>
  recordRecoveries(key, { items: items.map((item) => ({ item, unreadable: null })) });

function recovery(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    run_id: crypto.randomUUID(),
    tool: "issue_refund",
    code: "INVALID-STATUS",
    class: "invalid_request",
    attempts: 2,
    outcome: "recovered",
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
    ...parts,
  };
}

const stored = (run_id: unknown) => database.sql`select * from recoveries where run_id = ${String(run_id)}`;

describe("recoveries", () => {
  it("count once by their id, or else by run, tool, code and time, also at the same instant", async () => {
    const withId = recovery({ recovery_id: crypto.randomUUID() });
    const without = recovery();
    for (const item of [withId, without]) {
      const answers = await Promise.all([send(item), send(item), send(item, item), send(item)]);
      expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1);
      expect(answers.reduce((sum, { duplicate }) => sum + duplicate, 0)).toBe(4);
      expect(await stored(item.run_id)).toHaveLength(1);
    }
  });

  it("with other content conflict, and the first stays", async () => {
    const item = recovery();
    await send(item);
    expect(await send({ ...item, outcome: "gave_up" })).toMatchObject({ conflict: 1, accepted: 0 });
    expect(await stored(item.run_id)).toMatchObject([{ outcome: "recovered" }]);
  });

  it("name codes and classes as events do", async () => {
    const item = recovery();
    await send(item);
    expect(await stored(item.run_id)).toMatchObject([{ code: "invalid_status", class: "validation" }]);
  });

  it("are judged one by one, and what is refused is kept", async () => {
    const run_id = crypto.randomUUID();
    const answer = await send(
      recovery({ run_id }),
      recovery({ run_id, attempts: 0 }),
      recovery({ run_id, outcome: "shrugged" }),
      recovery({ run_id, occurred_at: "1970-01-01T00:00:00Z" }),
    );
    expect(answer).toMatchObject({ accepted: 1, rejected: 3 });
    expect(answer.results.map(({ error }) => error?.code)).toEqual([
      undefined,
      "invalid_attempts",
      "invalid_outcome",
      "occurred_at_out_of_range",
    ]);
    expect(
      await database.sql`select 1 from quarantine where door = 'recoveries' and payload like ${`%${run_id}%`}`,
    ).toHaveLength(3);
  });

  it("the same many in two orders at once: no deadlock, each once", async () => {
    const items = Array.from({ length: 300 }, () =>
      recovery({ run_id: "crowd", occurred_at: new Date(Date.now() - Math.random() * 1e7).toISOString() }),
    );
    await Promise.all([send(...items), send(...items.toReversed()), send(...items)]);
    expect(await stored("crowd")).toHaveLength(300);
  });
});
