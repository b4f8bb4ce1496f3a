import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { trimLeaks } from "@/db/queries/add-leaks";
import { listEventRows } from "@/db/queries/events-read";
import { readKind } from "@/db/queries/frame-kinds";
import { readFrameViewers } from "@/db/queries/frame-views";
import { readLeakingTools } from "@/db/queries/leaks";
import { UNCONFINED } from "@/domain/permissions";
import type { Runtime } from "@/lib/services/context";
import { attachFrames } from "@/lib/services/frames/attach-frames";
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
  // So many of one hour that the planner prefers a reference to a time, as it does where there are millions.
  const hour = Array.from({ length: 500 }, (_, at) => failure({ occurred_at: ago(at / 24 / 500) }));
  await report(await keyContext(rt), hour);
  await database.sql`analyze events`;
  const item = { reference: "err_7c1f9a", captured_at: ago(0), raw: "Error: x\n    at pay (app/pay.js:1:2)" };
  await attachFrames(await keyContext(rt), { items: [{ item, unreadable: null, sanitized: false }] });
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

  it("a kind of failure is read by its fingerprint, the event of each record by the key of events", async () => {
    const plan = await plansOf((db) => readKind(db, "42", { ...UNCONFINED, tenants: ["acme"] }));
    expect(plan).toMatch(/Index Scan.* using frames_\w*fingerprint_captured_at/);
    expect(plan).toMatch(/Index Scan using events_\w*_pkey/);
    expect(plan).not.toContain("Seq Scan");
  });

  it("leaks of some days are read and trimmed by their day", async () => {
    const of = { from: "2026-11-01", to: "2026-11-30", kind: [], confinement: UNCONFINED };
    const read = (db: Database) => readLeakingTools(db, of);
    for (const query of [read, (db: Database) => trimLeaks(db, "2026-11-01")])
      expect(await plansOf(query)).toContain("leaks_by_day");
  });

  it("who looked at frames is read by the subject of the audit, newest first", async () => {
    const of = { reference: "err_7c1f9a", event_ids: [crypto.randomUUID()] };
    const reader = { kind: "person", id: "1", confinement: UNCONFINED } as const;
    const plan = await plansOf((db) => readFrameViewers(db, of, reader));
    expect(plan).toMatch(/Index Scan Backward using audit_by_subject/);
  });
});
