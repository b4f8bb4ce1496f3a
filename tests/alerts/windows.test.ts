import { afterAll, beforeAll, expect, it } from "vitest";
import { SERIES_PER_SOURCE } from "@/db/queries/interning";
import type { AlertCondition, AlertPlace } from "@/domain/alerts/condition";
import { readAlertReadings } from "@/lib/services/alert-readings";
import { failure, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

/*
 * What an alert measures over a window as long as a day, of which most is read by the quarter hour, is what one finds by
 * counting the failures themselves, also where a source made so many combinations that rollups do not know them apart.
 */

const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const EVERYWHERE = { tenant: null, environment: null, service: null, tool: null };

let database: TestDatabase;
let rt: ReturnType<typeof openTestRuntime>;
let failures: ReturnType<typeof made> = [];

/** A failure every seven minutes of the last 26 hours, in turn of each kind, its minute never at a quarter only. */
function made() {
  return Array.from({ length: 220 }, (_, place) => ({
    at: NOW - 26 * 60 * MINUTE + place * 7 * MINUTE + (place % 60) * 1000,
    tenant: ["acme", "globex", "many"][place % 3] ?? "",
    environment: place % 3 === 2 ? "crowded" : "live",
    tool: ["refund", "search"][place % 2] ?? "",
    ...(place % 5 === 0
      ? { code: "internal_error", class: "system" }
      : {
          code: place % 4 === 0 ? "rate_limited" : "not_found_here",
          class: place % 4 === 0 ? "transient" : "not_found",
        }),
  }));
}

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  failures = made();
  const itemsOf = (environment: string) =>
    failures
      .filter((one) => one.environment === environment)
      .map(({ at, ...parts }) => failure({ ...parts, occurred_at: new Date(at).toISOString() }));
  const [apart, crowded] = [
    await keyContext(rt, { source: "apart" }),
    await keyContext(rt, { source: "crowded" }),
  ];
  await report(apart, itemsOf("live"));
  // A source that has made as many combinations as are kept apart.
  await database.sql`
    insert into series (level, class, unmapped, tool, code, first_source_id)
    select 'full', 'system', false, 'old', 'code_' || n, ${crowded.caller.source_id} from generate_series(1, ${SERIES_PER_SOURCE}::int) n`;
  await report(crowded, itemsOf("crowded"));
  const folded = await database.sql`select from series where code = '(other)' and tenant = 'many'`;
  expect(folded.length).toBeGreaterThan(0);
});
afterAll(async () => {
  await rt?.close();
  await database?.drop();
});

/** Without a tenant tool and code are known as far as rollups know them, as on charts: so not of the crowded ones. */
const PLACES: Partial<AlertPlace>[] = [
  { environment: "live" },
  { environment: "live", tool: "refund" },
  { tenant: "acme" },
  { tenant: "acme", tool: "search" },
  { tenant: "many" },
  { tenant: "many", tool: "refund" },
  { tenant: "nobody" },
];
const SHARE = { kind: "unmapped_share", above: 0.5, min_failures: 1 } as const;
const rate = (of: { code: string } | { class: "transient" }) =>
  ({ kind: "rate", above: 1, per: "hour", code: null, class: null, ...of }) as const;
const KINDS = [SHARE, rate({ code: "rate_limited" }), rate({ class: "transient" })];

const cases = PLACES.flatMap((place) => KINDS.map((kind) => ({ place: { ...EVERYWHERE, ...place }, kind })));

it.each(cases)(
  "$kind.kind $kind.code $kind.class of $place.environment $place.tenant $place.tool",
  async ({ place, kind }) => {
    for (const window_minutes of [5, 190, 1_440])
      for (const length of [1, 38]) {
        const condition = { ...kind, window_minutes } as AlertCondition;
        const piece = { from: NOW - length * MINUTE, to: NOW, seconds: 60 } as const;
        const readings = await readAlertReadings(rt.db, { ...place, condition }, [piece]);
        const counted = readings.map(({ numerator, denominator }) => [numerator, denominator]);
        expect(counted).toEqual(
          readings.map(({ at }) => {
            const among = failures.filter(
              (one) =>
                one.at >= at - window_minutes * MINUTE &&
                one.at < at &&
                [null, one.tenant].includes(place.tenant) &&
                [null, one.tool].includes(place.tool) &&
                [null, one.environment].includes(place.environment),
            );
            return [among.filter((one) => isCounted(one, kind)).length, among.length];
          }),
        );
        expect(readings).toHaveLength(length);
      }
  },
);

function isCounted(one: (typeof failures)[number], kind: (typeof KINDS)[number]): boolean {
  if (kind.kind === "unmapped_share") return one.code === "internal_error";
  return kind.code === null ? one.class === kind.class : one.code === kind.code;
}
