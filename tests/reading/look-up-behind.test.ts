import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let support: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  support = personContext(rt, ["support"]);
  await report(await keyContext(rt), [failure({ reference: "err_7c1f9a", tenant: "acme" })]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const lookUp = (q: string, ctx = support) => lookUpReference(ctx, { q });

describe("while a source is behind", () => {
  const now = new Date();
  const late: ServiceContext["now"] = () => new Date(now.getTime() + 30 * 60_000);

  beforeAll(async () => {
    await database.sql`insert into keys (prefix, name, source_id, scopes, hash, created_by)
      select 'behind', 'behind', source_id, array['ingest'], repeat('a', 64), 'Ada' from sources where name = 'test'`;
    await database.sql`
      insert into intake_counts (source_id, door, slot, measure, detail, items)
      select source_id, 'events', date_trunc('hour', ${now.toISOString()}::text::timestamptz) - n * interval '5 minutes',
        'accepted', '', 3
      from sources, generate_series(1, 72) as n where name = 'test' on conflict do nothing`;
  });

  it("what was never seen may still come: not yet, with the lag of the source", async () => {
    const { answer, lag } = await lookUp("err_q0q0q0q0", { ...support, now: late });
    expect(answer).toBe("not_yet");
    expect(lag).toMatchObject({ source: "test" });
    expect(lag?.seconds).toBeGreaterThan(20 * 60);
    expect((await lookUp("hello", { ...support, now: late })).answer).toBe("never");
  });

  it("a source whose key has run out by then is not waited for", async () => {
    const end = new Date(now.getTime() + 20 * 60_000).toISOString();
    await database.sql`update keys set expires_at = ${end}::text::timestamptz where name = 'behind'`;
    try {
      expect(await lookUp("err_q0q0q0q0", { ...support, now: late })).toMatchObject({ lag: null });
    } finally {
      await database.sql`update keys set expires_at = null where name = 'behind'`;
    }
  });

  it("who is confined is not told which source", async () => {
    const acme = { ...personContext(rt, ["support"], { tenants: ["acme"] }), now: late };
    expect(await lookUp("err_q0q0q0q0", acme)).toMatchObject({ answer: "not_yet", lag: { source: null } });
  });
});
