import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { readDoubtCases } from "@/db/queries/doubt-cases";
import { hasEffectConflict } from "@/db/queries/effect-conflicts";
import { findExpiredReferences } from "@/db/queries/expired-references";
import { findByIdentifiers, readEventsOfCases, readNamedCases } from "@/db/queries/identifiers";
import { findByBeginnings, findBySkeletons, readSampleReferences } from "@/db/queries/near-references";
import { ensurePartitions } from "@/db/queries/partitions";
import { readReferenceRows, readRejections } from "@/db/queries/references";
import { readSourceSlots } from "@/db/queries/source-slots";
import { oneEditsOf } from "@/domain/near-references";
import { UNCONFINED } from "@/domain/permissions";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { plansOf } from "../support/recording-database";

/** Enough that the planner, left to itself, has a choice; in thirteen partitions, as ninety days are kept in. */
const ROWS = 26_000;
const DAYS = 90;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await fill(database);
});
afterAll(() => database.drop());

const CONFINED = { tenants: ["tenant-1"], environments: null, services: ["desk"] };

const DOUBT = {
  ...{ reference: "err_00000017", occurred_at: new Date().toISOString(), tool: "issue_refund" },
  ...{ tenant: "tenant-1", environment: null, service: "desk", idempotency_key: "key-17", other_tools: [] },
  events: [{ source_id: 1, event_id: crypto.randomUUID() }],
};

/** Statements by what a lookup does, each of which must be a search of an index whatever is stored. */
const QUERIES: Record<string, (db: Database) => Promise<unknown>> = {
  exact: (db) => readReferenceRows(db, ["err_00000017", "err_missing"], UNCONFINED),
  "exact, confined": (db) => readReferenceRows(db, ["err_00000017"], CONFINED),
  skeletons: (db) => findBySkeletons(db, ["err00000017"], UNCONFINED),
  "skeletons, confined": (db) => findBySkeletons(db, ["err00000017"], CONFINED),
  "one edit": (db) => findBySkeletons(db, oneEditsOf(["err00000017"])[1], UNCONFINED),
  beginnings: (db) => findByBeginnings(db, ["err000001"], UNCONFINED),
  identifiers: (db) => findByIdentifiers(db, ["run-17", "call_17"], UNCONFINED),
  "identifiers, confined": (db) => findByIdentifiers(db, ["run-17"], CONFINED),
  cases: (db) =>
    readEventsOfCases(db, [crypto.randomUUID()], { confinement: UNCONFINED, reach: { own: "ada" } }),
  "named cases": (db) =>
    readNamedCases(db, [crypto.randomUUID()], { confinement: CONFINED, reach: { own: "ada" } }),
  rejections: (db) => readRejections(db, { references: ["err_q17"], skeletons: ["errq17"] }, UNCONFINED),
  lag: (db) => readSourceSlots(db, { since: "2026-11-15T00:00:00Z", now: "2026-11-16T00:00:00Z" }),
  "sample references": (db) => readSampleReferences(db),
  "cases in doubt": (db) => readDoubtCases(db, DOUBT, UNCONFINED),
  "cases in doubt, confined": (db) => readDoubtCases(db, DOUBT, CONFINED),
  "effect conflicts": (db) => hasEffectConflict(db, "err_q17", DOUBT.events),
  expired: (db) => findExpiredReferences(db, ["err_00000017"], UNCONFINED),
};

describe("plans", () => {
  it.each(Object.keys(QUERIES))(
    "%s: no table that grows is read through, and nothing large is sorted",
    async (name) => {
      const plans = await plansOf(database, QUERIES[name] ?? (() => Promise.reject(new Error(name))));
      expect(plans.length).toBeGreaterThan(0);
      for (const { plan } of plans) {
        expect(plan).not.toMatch(
          /Seq Scan on (?:events|frames|quarantine|attempts|cases|intake_counts|dropped_references)/,
        );
        expect(plan).not.toMatch(/Disk:/);
      }
    },
  );

  it("an exact lookup descends the primary key of each partition once and sorts no events", async () => {
    const [exact] = await plansOf(database, (db) => readReferenceRows(db, ["err_00000017"], UNCONFINED));
    expect(exact?.plan).toMatch(/Index Scan Backward using events_from_\w+_pkey/);
    expect(exact?.plan).not.toMatch(/Sort Key: e\.|Sort Key: f\./);
  });

  it("skeletons and beginnings are conditions on their index", async () => {
    const [skeletons] = await plansOf(database, (db) => findBySkeletons(db, ["err00000017"], UNCONFINED));
    expect(skeletons?.plan).toMatch(/Index Cond: \(skeleton = ANY/);
    const [beginnings] = await plansOf(database, (db) => findByBeginnings(db, ["err000001"], UNCONFINED));
    expect(beginnings?.plan).toMatch(/Index Cond: \(\(skeleton >= \S+ AND \(skeleton < /);
  });

  it("what cases keep is found by the index of each identifier", async () => {
    const [kept] = await plansOf(database, (db) => findByIdentifiers(db, ["run-17", "key-17"], CONFINED));
    for (const index of ["attempts_by_run", "attempts_by_call", "cases_by_key", "attempts_by_case"])
      expect(kept?.plan).toMatch(new RegExp(`using ${index} on|Index Scan on ${index}`));
  });

  it("cases in doubt are found by the event, the reference and the key", async () => {
    const [doubt] = await plansOf(database, (db) => readDoubtCases(db, DOUBT, CONFINED));
    for (const index of ["attempts_by_event", "attempts_by_reference", "cases_by_key"])
      expect(doubt?.plan).toContain(index);
  });

  it("identifiers follow the order of their index, newest first, and sort nothing", async () => {
    const [trace] = await plansOf(database, (db) => findByIdentifiers(db, ["c4ca4238a0b9"], UNCONFINED));
    expect(trace?.plan).not.toMatch(/Bitmap Heap Scan on events/);
    expect(trace?.plan).not.toMatch(/Sort Key: e_?\d*\.occurred_at/);
  });

  // What costs more once tables have grown is planned anew each time, which takes longer than it runs.
  it.each(["exact", "identifiers"])(
    "%s: what it may cost says nothing of how much is stored",
    async (name) => {
      const plans = await plansOf(database, QUERIES[name] ?? (() => Promise.reject(new Error(name))));
      for (const { plan } of plans)
        expect(Number(/cost=[\d.]+\.\.([\d.]+)/.exec(plan)?.[1])).toBeLessThan(1_000);
    },
  );

  it("the newest of a run that never ends are read without its oldest", async () => {
    const [run] = await plansOf(database, (db) => findByIdentifiers(db, ["run-forever"], UNCONFINED));
    const read = [...(run?.plan.matchAll(/Index Scan.*rows=([\d.]+) loops=1\)/g) ?? [])];
    expect(read.reduce((sum, [, rows]) => sum + Number(rows), 0)).toBeLessThan(1_000);
  });
});

async function fill({ db, sql }: TestDatabase): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, day) =>
    new Date(Date.now() - day * 86_400_000).toISOString(),
  );
  for (const table of ["events", "frames"] as const) await ensurePartitions(db, table, days, 7);
  await sql`
    insert into events (source_id, event_id, reference, occurred_at, received_at, content_hash, skeleton, tool, code,
      class, unmapped, run_id, call_id, trace_id, idempotency_key, tenant, service, marks, body)
    select 1, gen_random_uuid(), 'err_' || lpad(n::text, 8, '0'), now() - n * interval '1 day' * ${DAYS - 1} / ${ROWS},
      now(), n, 'err' || lpad(n::text, 8, '0'), 'issue_refund', 'invalid_status', 'validation', false,
      case when n % 2 = 0 then 'run-forever' else 'run-' || n / 4 end, 'call_' || n, md5(n::text), 'key-' || n,
      'tenant-' || n % 7, 'desk', '{}', '{}'
    from generate_series(1, ${ROWS}) as n`;
  await sql`
    insert into frames (reference, captured_at, frames_id, source_id, received_at, skeleton, content_hash, payload)
    select reference, occurred_at, gen_random_uuid(), 1, now(), skeleton, content_hash, ''
    from events`;
  await sql`
    insert into quarantine (source_id, door, reason, detail, reference, skeleton, payload, content_hash, says_unknown,
      received_at, last_received_at, times)
    select 1, 'events', 'invalid_attempt', 'x', 'err_q' || n, 'errq' || n, '{}', n, false, now(), now(), 1
    from generate_series(1, 5000) as n`;
  await sql`
    insert into intake_counts (source_id, door, slot, measure, detail, items)
    select s, 'events', to_timestamp(n * 300), 'accepted', '', 1
    from generate_series(1, 5) as s, generate_series(1, 5000) as n`;
  await sql`
    insert into cases (case_id, intent_hash, generation, state, opening, flags, first_attempt_at, last_attempt_at,
      safe_after, due_from, deadline_at, attempt_count, opened_at, opened_by, reporter_ids, version, tool,
      idempotency_key, key_expires_at)
    select gen_random_uuid(), n::text, 1, 'open', 1, '{}', now(), now(), now(), now(), now(), 1, now(), 'Errata', '{}', 1,
      'issue_refund', 'key-' || n, now()
    from generate_series(1, 5000) as n`;
  await sql`
    insert into attempts (case_id, identity, source_id, event_id, reference, occurred_at, received_at, code, class, run_id,
      call_id, snapshot)
    select case_id, intent_hash, 1, gen_random_uuid()::text, 'err_' || lpad(intent_hash, 8, '0'), now(), now(), 'timeout',
      'transient', case when intent_hash::int % 2 = 0 then 'run-forever' else 'run-' || intent_hash end,
      'call_' || intent_hash, '{}'
    from cases`;
  await sql`
    insert into dropped_partitions (relation, name, from_at, to_at, rows, references_kept, bytes, prepared_at, dropped_at)
    select 'events', 'events_' || n, to_timestamp(n * 86400), to_timestamp((n + 1) * 86400), 1, 1, 1, now(), now()
    from generate_series(1, 60) as n`;
  await sql`
    insert into dropped_references (partition_id, first_hash, hashes, places)
    select partition_id, decode(lpad(to_hex(n * 65536), 16, '0'), 'hex'), '', '' from dropped_partitions, generate_series(1, 200) as n`;
  await sql`analyze`;
}
