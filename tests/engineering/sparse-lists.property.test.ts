import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyOfEvent, readWhereAny } from "@/db/queries/events-read";
import { inSnapshot } from "@/db/queries/rates";
import type { EventItem } from "@/lib/contract/events-list";
import { isAsked, isOwn } from "./event-oracle";
import { question } from "./exact-questions";
import { type ExactWorld, openExactWorld } from "./exact-world";

/*
 * The quarter hours that the rollups choose hold every row of a filter, from any row on and however few are asked for:
 * before days are rolled, after, when events came late into them, and when some were counted under "other".
 */

let world: ExactWorld;
let rows: EventItem[] = [];

beforeAll(async () => {
  world = await openExactWorld();
});
afterAll(() => world.close());

/** As ingest counts what a source sends beyond its combinations: tool, code and release are not known of it. */
async function foldSome(): Promise<void> {
  await world.database.sql.begin(async (sql) => {
    const folded = sql`level, service, environment, class, unmapped, effect, tenant`;
    await sql`create temp table moved on commit drop as
      select series_id, ${folded} from series where level <> 'overview' and series_id % 3 = 0`;
    await sql`insert into series (${folded}, tool, code, release, first_source_id)
      select distinct ${folded}, '(other)', '(other)', null, 1 from moved on conflict do nothing`;
    await sql`insert into rollup_hours (series_id, hour, q0, q1, q2, q3)
      select other.series_id, hour, sum(q0), sum(q1), sum(q2), sum(q3)
      from moved join rollup_hours using (series_id) join series other
        on other.tool = '(other)' and other.level = moved.level and other.class = moved.class
        and other.unmapped = moved.unmapped and other.service is not distinct from moved.service
        and other.environment is not distinct from moved.environment
        and other.effect is not distinct from moved.effect and other.tenant is not distinct from moved.tenant
      group by 1, 2`;
    await sql`delete from rollup_hours using moved where moved.series_id = rollup_hours.series_id`;
    await sql`delete from rolled_days`;
  });
  await world.runDuties();
}
const STAGES: [string, () => Promise<unknown>][] = [
  ["before anything is summed up", async () => undefined],
  ["once days are rolled", () => world.runDuties()],
  ["when events come late into rolled days", () => world.happenLate()],
  ["once some were counted under other", foldSome],
];

describe.each(STAGES.map(([name, get], stage) => ({ name, get, stage })))("$name", ({ get, stage }) => {
  beforeAll(async () => {
    await get();
    rows = await world.allEvents();
  });

  it("a page is the rows of the filter, from any of them on", async () => {
    let found = 0;
    const asked = fc.record({ question, limit: fc.integer({ min: 1, max: 30 }), skip: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(asked, fc.boolean(), async ({ question, limit, skip }, ranged) => {
        const filters = { ...question.filters, ...(ranged ? question.range : {}) };
        const { confinement } = question;
        const own = rows.filter((row) => isAsked(row, filters) && isOwn(row, confinement));
        const last = own[skip - 1];
        const after = last ? keyOfEvent(last as never) : null;
        const page = await inSnapshot(world.rt.db, (tx) =>
          readWhereAny(tx, { filters, confinement }, { after, limit }),
        );
        const expected = last ? own.slice(skip, skip + limit) : own.slice(0, limit);
        expect(page.map(({ event_id }) => event_id)).toEqual(expected.map(({ event_id }) => event_id));
        found += page.length;
      }),
      { numRuns: 60, seed: 16 + stage },
    );
    expect(found).toBeGreaterThan(100);
  });
});
