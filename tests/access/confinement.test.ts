import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confine, confineGrants } from "@/db/queries/confinement";
import { isInside, isNarrower, UNCONFINED } from "@/domain/permissions";
import { createTestDatabase, type TestDatabase } from "../support/database";

const rows = pgTable("confined_rows", { tenant: text(), environment: text(), service: text() });
const grants = pgTable("confined_grants", {
  tenants: text().array(),
  environments: text().array(),
  services: text().array(),
});

const VALUES = ["acme", "beta", "", "NULL", "a,b", '{"x"}', "o'neil"];
const value = fc.option(fc.constantFrom(...VALUES));
const list = fc.option(fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: 3 }));
const confinement = fc.record({ tenants: list, environments: list, services: list });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await database.sql`create table confined_rows (tenant text, environment text, service text)`;
  await database.sql`create table confined_grants (tenants text[], environments text[], services text[])`;
});
afterAll(() => database.drop());

describe("confinement in SQL", () => {
  it("lets through exactly the rows that the rule in the domain calls inside", async () => {
    const row = fc.record({ tenant: value, environment: value, service: value });
    await fc.assert(
      fc.asyncProperty(confinement, fc.array(row, { minLength: 1, maxLength: 12 }), async (limits, some) => {
        await database.db.execute(sql`truncate confined_rows`);
        await database.db.insert(rows).values(some);
        const seen = await database.db.select().from(rows).where(confine(limits, rows));
        const expected = some.filter((parts) => isInside(limits, parts));
        expect(seen.map((one) => JSON.stringify(one)).sort()).toEqual(
          expected.map((one) => JSON.stringify(one)).sort(),
        );
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it("lets through exactly the people who may not see more", async () => {
    await fc.assert(
      fc.asyncProperty(
        confinement,
        fc.array(confinement, { minLength: 1, maxLength: 8 }),
        async (limits, some) => {
          await database.db.execute(sql`truncate confined_grants`);
          await database.db.insert(grants).values(some);
          const seen = await database.db.select().from(grants).where(confineGrants(limits, grants));
          const expected = some.filter((one) => isNarrower(one, limits));
          expect(seen.map((one) => JSON.stringify(one)).sort()).toEqual(
            expected.map((one) => JSON.stringify(one)).sort(),
          );
        },
      ),
      { numRuns: 60, seed: 4 },
    );
  });

  it("is no condition at all for whoever is not confined", () => {
    expect(confine(UNCONFINED, rows)).toBeUndefined();
  });

  it("hides a table without the part from whoever is confined on it", async () => {
    await database.db.insert(rows).values({ tenant: "acme" });
    const noTenant = { tenant: null, environment: rows.environment, service: rows.service };
    const seen = await database.db
      .select()
      .from(rows)
      .where(confine({ ...UNCONFINED, tenants: ["acme"] }, noTenant));
    expect(seen).toEqual([]);
  });
});
