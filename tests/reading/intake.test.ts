import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/intake/route";
import { type IntakeAnswer, intakeAnswer } from "@/lib/contract/intake";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";

const DAY = "from=2025-11-15T00:00:00Z&to=2025-11-16T00:00:00Z&tz=UTC";

let world: World;
let key: string;

beforeAll(async () => {
  world = await openWorld();
  key = await makeKey(world, ["admin", "frames", "read"]);
  await world.database.sql`insert into sources (name) values ('desk'), ('shop'), ('retired'), ('new')`;
  await world.database.sql`insert into keys (name, prefix, hash, source_id, scopes, created_by)
    select name, 'erk', md5(name) || md5(name), source_id, '{ingest}', 'test' from sources where name in ('desk', 'shop', 'new')`;
  await world.database.sql`
    insert into intake_counts (source_id, door, slot, measure, detail, items)
    select source_id, door, slot::timestamptz, measure, detail, items
    from (values
      ('desk', 'events', '2025-11-15 00:00Z', 'accepted', '', 6), ('desk', 'events', '2025-11-15 23:55Z', 'accepted', '', 2),
      ('desk', 'events', '2025-11-15 10:05Z', 'rejected', 'tool_required', 1),
      ('desk', 'events', '2025-11-15 10:05Z', 'rejected', 'occurred_at_out_of_range', 3),
      ('desk', 'events', '2025-11-15 10:05Z', 'skewed', '', 4), ('desk', 'events', '2025-11-15 10:05Z', 'lag', '5', 8),
      ('desk', 'calls', '2025-11-15 10:05Z', 'duplicate', '', 4), ('desk', 'events', '2025-11-16 00:00Z', 'accepted', '', 100),
      ('shop', 'events', '2025-11-15 10:00Z', 'accepted', '', 1), ('retired', 'frames', '2025-11-14 10:00Z', 'accepted', '', 1)
    ) as item(source, door, slot, measure, detail, items) join sources on name = source`;
});
afterAll(() => world.close());

async function read(query: string): Promise<IntakeAnswer> {
  const response = await call(GET, { key, query: `?${query}` });
  expect(response.status).toBe(200);
  return intakeAnswer.parse(await response.json());
}

const source = ({ sources }: IntakeAnswer, name: string) => sources.find((each) => each.source === name);

describe("what came in", () => {
  it("is counted by source over a half-open range of receipt, with shares of the same rows", async () => {
    const answer = await read(DAY);
    const desk = source(answer, "desk");
    expect(desk).toMatchObject({ received: 16, accepted: 8, duplicate: 4, rejected: 4, accepted_events: 8 });
    expect(desk?.shares).toMatchObject({ rejected: 0.25, skewed: 0.5, conflict: 0 });
    expect(desk?.rejected_by_reason[0]).toEqual({
      door: "events",
      reason: "occurred_at_out_of_range",
      items: 3,
    });
    expect(desk?.lag).toMatchObject({ p50: "5", p99: "5" });
    expect(answer.totals.received).toBe(17);
    expect(answer.sources[0]?.source).toBe("desk");
  });

  it("has dense points that sum to the counts, in steps of the zone", async () => {
    const answer = await read(`${DAY}&step=1h`);
    expect(answer.totals.points).toHaveLength(24);
    for (const { points, accepted, duplicate, rejected } of [answer.totals, ...answer.sources]) {
      const sums = [1, 2, 4].map((part) => points.reduce((sum, point) => sum + Number(point[part]), 0));
      expect(sums).toEqual([accepted, duplicate, rejected]);
    }
    const days = await read("from=2025-11-15T10:00:00Z&to=2025-11-15T11:00:00Z&step=1d&tz=Europe/Berlin");
    expect([days.from, days.to]).toEqual(["2025-11-14T23:00:00.000000Z", "2025-11-15T23:00:00.000000Z"]);
    expect(source(days, "desk")?.received).toBe(14);
  });

  it("can be narrowed to sources and doors; a part that sent nothing has no shares", async () => {
    const answer = await read(`${DAY}&source=desk&door=calls`);
    expect(answer.sources.map(({ source }) => source)).toEqual(["desk"]);
    expect(answer.totals).toMatchObject({ received: 4, duplicate: 4, accepted_events: 0 });
    expect(answer.totals.shares).toMatchObject({ duplicate: 1, skewed: null });
    expect((await read(`${DAY}&source=retired`)).totals.shares.rejected).toBeNull();
  });

  it("shows who is silent, who never reported, and who may no longer", async () => {
    const answer = await read(DAY);
    expect(answer.sources.map(({ source, state }) => [source, state])).toEqual(
      expect.arrayContaining([
        ["desk", "silent"],
        ["new", "never"],
        ["retired", "without_key"],
      ]),
    );
    expect(source(answer, "desk")?.last_received_at).toBe("2025-11-16T00:00:00.000000Z");
  });

  it("says the rate of the last minutes, whatever the range", async () => {
    await world.database.sql`insert into intake_counts (source_id, door, slot, measure, items)
      select source_id, 'events', date_bin('5 minutes', now(), '2000-01-01Z'), 'accepted', 50 from sources where name = 'shop'`;
    const answer = await read(DAY);
    const rate = source(answer, "shop")?.rate_per_minute ?? 0;
    expect(rate).toBeGreaterThanOrEqual(5);
    expect(rate).toBeLessThanOrEqual(10);
    expect(source(answer, "shop")?.state).toBe("reporting");
    expect(source(answer, "desk")?.rate_per_minute).toBe(0);
  });

  it.each([
    ["from=2025-11-16T00:00:00Z&to=2025-11-15T00:00:00Z", "invalid_range"],
    ["from=2020-01-01T00:00:00Z&to=2025-11-15T00:00:00Z&step=5m", "too_many_points"],
  ])("%s is refused as %s", async (query, code) => {
    const response = await call(GET, { key, query: `?${query}` });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code });
  });

  it("is shut to who is confined to a part, for a source reports for every tenant", async () => {
    const { cookie } = await makePerson(world, {
      roles: ["engineer"],
      tenants: ["acme"],
    });
    const response = await call(GET, { cookie, query: `?${DAY}` });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain("desk");
  });
});
