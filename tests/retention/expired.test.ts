import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExpiredReferences } from "@/db/queries/expired-references";
import { UNCONFINED } from "@/domain/permissions";
import { lookUpReference } from "@/lib/services/references/look-up-reference";
import { openRetentionWorld, type RetentionWorld } from "./world";

let world: RetentionWorld;
const MANY = Array.from({ length: 700 }, (_, index) => `ref-${index}`);

beforeAll(async () => {
  world = await openRetentionWorld();
  await world.send(
    world.failure({ reference: "err_7c1f9a" }),
    world.failure({ reference: "err_7c1f9a", tenant: "globex" }),
    world.failure({ reference: "err_Mixed1", tenant: "acme", environment: "production", service: "billing" }),
    world.failure({ reference: "ошибка-42", tenant: null }),
    ...MANY.map((reference) => world.failure({ reference })),
  );
  await world.sendFrames({ reference: "err_alone1", raw: "Error: no\n    at f (a.js:1:1)", tenant: "acme" });
  world.pass(120);
  await world.send(world.failure({ reference: "err_today1" }));
  await world.retainUntil(2);
});
afterAll(() => world.close());

const lookUp = (q: string, ctx = world.person("Sue", ["support"])) => lookUpReference(ctx, { q });
const confined = (tenants: string[] | null, services: string[] | null = null) =>
  world.person("Cy", ["support"], { tenants, environments: null, services });

describe("a reference whose events were dropped", () => {
  test("is answered as expired, with when it was dropped and the time it happened in", async () => {
    const [partition] = await world.dropped();
    expect(await lookUp("the user says: err_7c1f9a!")).toMatchObject({
      answer: "expired",
      matches: [],
      expired: [{ reference: "err_7c1f9a", dropped_at: world.clock.iso }],
    });
    expect(partition).toMatchObject({ relation: "events", rows: "704" });
    expect((await world.dropped()).map(({ relation }) => relation).sort()).toEqual(["events", "frames"]);
  });

  test.each(["ERR_7C1F9A", "err_mixed1", "ошибка-42", "err_alone1", "ref-0", "ref-699"])(
    "%j too: other case, other scripts, frames alone, the first and the last",
    async (q) => expect(await lookUp(q)).toMatchObject({ answer: "expired" }),
  );

  test("every single one is found again, and thousands that never were are not", async () => {
    const sql = world.rt.db;
    for (let at = 0; at < MANY.length; at += 50)
      expect(await findExpiredReferences(sql, MANY.slice(at, at + 50), UNCONFINED)).toHaveLength(50);
    const never = Array.from({ length: 5_000 }, (_, index) => `ref-${index + 700}`);
    for (let at = 0; at < never.length; at += 50)
      expect(await findExpiredReferences(sql, never.slice(at, at + 50), UNCONFINED)).toEqual([]);
  });

  test("one that is still there is found, and one that never was is never", async () => {
    expect(await lookUp("err_today1")).toMatchObject({ answer: "found" });
    expect(await lookUp("zzz-unheard-of-99")).toMatchObject({ answer: "never", expired: [] });
  });
});

describe("a person who is confined", () => {
  test("is told of what was used in their own part, and of nothing else", async () => {
    expect(await lookUp("err_7c1f9a", confined(["globex"]))).toMatchObject({ answer: "expired" });
    expect(await lookUp("err_mixed1", confined(["acme"], ["billing"]))).toMatchObject({ answer: "expired" });
    expect(await lookUp("err_mixed1", confined(["globex"]))).toMatchObject({ answer: "never" });
    expect(await lookUp("err_mixed1", confined(["acme"], ["search"]))).toMatchObject({ answer: "never" });
    expect(await lookUp("ошибка-42", confined(["acme"]))).toMatchObject({ answer: "never" });
  });
});
