import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase, type Database, type Transaction } from "@/db/client";
import { addIntakeCounts, readIntakeCounts, trimIntakeCounts } from "@/db/queries/intake-counts";
import { listIntakeHoursToRoll, readRolledIntakeHours, rollIntakeHour } from "@/db/queries/intake-hours";
import { inSnapshot } from "@/db/queries/rates";
import { INTAKE_DOORS, type IntakeCount, type IntakeDoor, intakeSlotOf } from "@/domain/intake";
import { STEP_MILLIS, STEPS, stepBoundaries } from "@/domain/steps";
import { rollIntake } from "@/lib/duties/roll-intake";
import type { Runtime } from "@/lib/services/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { openTestRuntime } from "../support/runtime";

const HOUR = 3_600_000;
const SLOT = 300_000;
const DAYS = 2;
const NOW = Date.now();
const START = NOW - (NOW % HOUR) - DAYS * 24 * HOUR;
const SLOTS = DAYS * 24 * 12;
const iso = (millis: number) => new Date(millis).toISOString();
/** An hour that is long over. */
const PAST = iso(START + 5 * HOUR);

let database: TestDatabase;
let rt: Runtime;
let other: ReturnType<typeof createDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  other = createDatabase({ url: database.url, max: 4 });
});
beforeEach(async () => {
  await database.sql`truncate intake_counts, intake_hours, rolled_intake_hours, late_intake_hours`;
});
afterAll(async () => {
  await other.close();
  await rt.close();
  await database.drop();
});

const rollIn = (db: Database) => rollIntake.run({ ...rt, db, now: () => new Date() });
const add = (db: Database, ...counts: IntakeCount[]) => db.transaction((tx) => addIntakeCounts(tx, counts));
const toRoll = () => listIntakeHoursToRoll(database.db, { before: null, limit: 1_000 });

function count(at: number, parts: Partial<IntakeCount> = {}): IntakeCount {
  const kinds = { door: "events", measure: "accepted", detail: "" } as const;
  return { source_id: 1, slot: intakeSlotOf(iso(at)), items: 1, ...kinds, ...parts };
}

const anyCount = fc.record({
  source_id: fc.integer({ min: 1, max: 3 }),
  door: fc.constantFrom("events", "calls"),
  slot: fc.integer({ min: 0, max: SLOTS }).map((slot) => intakeSlotOf(iso(START + slot * SLOT))),
  measure: fc.constantFrom("accepted", "duplicate", "rejected", "lag", "leaked"),
  detail: fc.constantFrom("", "5"),
  items: fc.integer({ min: 1, max: 3_000_000_000 }),
}) satisfies fc.Arbitrary<IntakeCount>;

const keyOf = ({ items: _, ...key }: IntakeCount) => JSON.stringify(key);
const anyBatch = (maxLength: number) =>
  fc.uniqueArray(anyCount, { minLength: 1, maxLength, selector: keyOf });

type Question = { boundaries: string[]; doors: IntakeDoor[] | undefined };
const anyQuestion: fc.Arbitrary<Question> = fc
  .record({
    from: fc.integer({ min: START - HOUR, max: NOW }),
    length: fc.integer({ min: SLOT, max: DAYS * 24 * HOUR }),
    step: fc.constantFrom(...STEPS.filter((step) => STEP_MILLIS[step] >= SLOT)),
    zone: fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"),
    doors: fc.constantFrom<IntakeDoor[] | undefined>(undefined, ["calls"]),
  })
  .map(({ from, length, step, zone, doors }) => ({
    boundaries: stepBoundaries(from, from + length, step, zone).map(iso),
    doors,
  }));

/** The same, from the five minutes alone. */
async function byFiveMinutes(tx: Transaction, { boundaries, doors }: Question) {
  const chosen = sql`slot >= ${boundaries[0]}::text::timestamptz and slot < ${boundaries.at(-1)}::text::timestamptz
    and door = any(${sql.param(doors ?? INTAKE_DOORS)}::text[])`;
  const sums = await tx.execute(sql`
    select source_id, measure, door, detail, sum(items)::float8 as items
    from intake_counts where ${chosen} group by 1, 2, 3, 4`);
  const points = await tx.execute(sql`
    select source_id, measure as status, sum(items)::float8 as items,
      width_bucket(slot, ${sql.param(boundaries)}::text[]::timestamptz[]) - 1 as bucket
    from intake_counts where ${chosen} and measure in ('accepted', 'duplicate', 'conflict', 'rejected')
    group by 1, 2, 4`);
  return { sums: inOrder(sums), points: inOrder(points) };
}

const inOrder = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

/** Both readings of one snapshot, whatever happens beside it. */
async function expectSame(db: Database, question: Question): Promise<void> {
  const { read, expected } = await inSnapshot(db, async (tx) => ({
    read: await readIntakeCounts(tx, question),
    expected: await byFiveMinutes(tx, question),
  }));
  const points = read.points.filter(({ items }) => items > 0);
  expect({ sums: inOrder(read.sums), points: inOrder(points) }).toEqual(expected);
}

/** Whether the past hour is read as a whole. */
const isRolled = async () =>
  (
    await inSnapshot(database.db, (tx) =>
      readRolledIntakeHours(tx, { from: PAST, to: iso(Date.parse(PAST) + HOUR) }),
    )
  ).length === 1;

describe("what came in, by hours", () => {
  it("is the same as by five minutes for any range, step and zone, and by hours for the most part", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatch(200),
        fc.array(anyCount, { maxLength: 5 }),
        fc.array(anyQuestion, { minLength: 4, maxLength: 4 }),
        async (counts, late, questions) => {
          await add(database.db, ...counts);
          await rollIn(database.db);
          for (const question of questions) await expectSame(database.db, question);
          for (const each of late) await add(database.db, each);
          for (const question of questions) await expectSame(database.db, question);
        },
      ),
      { seed: 99, numRuns: 8 },
    );
    await rollIn(database.db);
    const [sums] = await database.sql`
      select (select sum(q0 + q1 + q2 + q3) from intake_hours) as hours, (select sum(items) from intake_counts
        where slot < (select max(hour) + interval '1 hour' from rolled_intake_hours)) as slots`;
    expect(Number(sums?.hours)).toBeGreaterThan(0);
    expect(sums?.hours).toEqual(sums?.slots);
    expect(await toRoll()).toEqual([]);
  });

  it("is the same in every snapshot while two processes roll and others count in late", async () => {
    const questions = fc.sample(anyQuestion, { seed: 5, numRuns: 30 });
    const batches = fc.sample(anyBatch(30), { seed: 7, numRuns: 60 });
    await add(database.db, ...fc.sample(anyBatch(400), { seed: 3, numRuns: 1 }).flat());
    let counting = true;
    const count = async (db: Database, own: IntakeCount[][]) => {
      for (const batch of own) await add(db, ...batch);
    };
    const roll = async (db: Database) => {
      while (counting) {
        await rollIn(db);
        await turn();
      }
    };
    const read = async () => {
      for (const question of questions) await expectSame(database.db, question);
    };
    const counted = Promise.all([
      count(database.db, batches.slice(0, 30)),
      count(other.db, batches.slice(30)),
    ]).finally(() => {
      counting = false;
    });
    await Promise.all([counted, roll(database.db), roll(other.db), read()]);
    await rollIn(database.db);
    expect(await toRoll()).toEqual([]);
    await read();
  });

  it("takes an hour out in which somebody counted late, until it is rolled again", async () => {
    await add(database.db, count(Date.parse(PAST)));
    await rollIn(database.db);
    expect(await isRolled()).toBe(true);
    await add(database.db, count(Date.parse(PAST) + 3 * SLOT));
    expect(await isRolled()).toBe(false);
    expect((await toRoll()).map(Date.parse)).toEqual([Date.parse(PAST)]);
    await rollIn(database.db);
    expect(await isRolled()).toBe(true);
    expect(await database.sql`select q0, q1, q2, q3 from intake_hours`).toMatchObject([
      { q0: "1", q1: "1", q2: "0", q3: "0" },
    ]);
  });

  it("waits with an hour that somebody counts into, and keeps the mark of who waited for the rolling", async () => {
    await add(database.db, count(Date.parse(PAST)));
    await other.db.transaction(async (tx) => {
      await addIntakeCounts(tx, [count(Date.parse(PAST))]);
      expect(await database.db.transaction((rolling) => rollIntakeHour(rolling, PAST))).toBe(false);
    });
    const adding = await database.db.transaction(async (rolling) => {
      expect(await rollIntakeHour(rolling, PAST)).toBe(true);
      const waiting = add(other.db, count(Date.parse(PAST)));
      await untilSomebodyWaits();
      return { waiting };
    });
    await adding.waiting;
    expect(await isRolled()).toBe(false);
    await rollIn(database.db);
    expect(await isRolled()).toBe(true);
    expect(await database.sql`select q0 from intake_hours`).toMatchObject([{ q0: "3" }]);
  });

  it("leaves hours that are not long over to the five minutes", async () => {
    await add(database.db, count(NOW), count(NOW - 4 * HOUR));
    await rollIn(database.db);
    const [last] = await database.sql`
      select max(hour) < now() - interval '75 minutes' as over, max(hour) > now() - interval '140 minutes' as soon
      from rolled_intake_hours`;
    expect(last).toEqual({ over: true, soon: true });
    expect(
      await database.sql`select * from late_intake_hours where hour > now() - interval '1 hour'`,
    ).toEqual([]);
  });

  it("forgets hours with their counts; the hour that the end of retention cuts is rolled anew", async () => {
    await add(database.db, ...Array.from({ length: 24 * 12 }, (_, slot) => count(START + slot * SLOT)));
    await rollIn(database.db);
    const before = iso(START + 6 * HOUR + 4 * SLOT);
    while ((await trimIntakeCounts(database.db, before)) > 0);
    const question = { boundaries: [iso(START), iso(START + 24 * HOUR)], doors: undefined };
    await expectSame(database.db, question);
    await rollIn(database.db);
    await expectSame(database.db, question);
    const [first] = await database.sql`
      select min(hour) = ${iso(START + 6 * HOUR)}::text::timestamptz as cut, sum(q0 + q1 + q2 + q3)::int as items from intake_hours`;
    expect(first).toEqual({ cut: true, items: 24 * 12 - 6 * 12 - 4 });
  });
});

async function untilSomebodyWaits(): Promise<void> {
  const waiting = () =>
    database.sql`select from pg_locks where locktype = 'advisory' and not granted and database =
      (select oid from pg_database where datname = current_database())`;
  while ((await waiting()).length === 0) await turn();
}
