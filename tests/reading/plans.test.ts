import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { listEventRows } from "@/db/queries/events-read";
import { UNCONFINED } from "@/domain/permissions";
import type { Runtime } from "@/lib/services/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  await report(await keyContext(rt), [
    failure({ reference: "err_7c1f9a" }),
    failure({ reference: "err_older1", occurred_at: ago(20) }),
    failure({ reference: "err_older2", occurred_at: ago(70) }),
  ]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

describe("plans", () => {
  /** The plans of the statements that a query really sends; few rows would be scanned, so scans are dear here. */
  async function plansOf(query: (db: Database) => Promise<unknown>): Promise<string> {
    const sent: { text: string; params: unknown[] }[] = [];
    const logger = { logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }) };
    await query(drizzle(database.sql, { logger }));
    return database.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      const plans = [];
      for (const { text, params } of sent)
        plans.push(
          ...(await sql.unsafe(`explain ${text}`, params as string[])).map((row) => row["QUERY PLAN"]),
        );
      return plans.join("\n");
    });
  }

  it("a page of events follows the index of time and visits only the partitions of its range", async () => {
    const filters = { from: ago(1), to: ago(0) };
    const page = { after: null, limit: 100 };
    const plan = await plansOf((db) => listEventRows(db, { filters, confinement: UNCONFINED }, page));
    expect(plan).toMatch(/Index Scan Backward using \w+occurred_at_event_id/);
    const partitions = new Set(plan.match(/on (events_from_\w+)/g));
    expect(partitions.size).toBeLessThanOrEqual(2);
    expect(
      (await database.sql`select 1 from pg_inherits where inhparent = 'events'::regclass`).length,
    ).toBeGreaterThan(2);
  });
});
