import { afterAll, beforeAll, expect, it } from "vitest";
import { searchString } from "@/lib/client/fetcher";
import type { Filters } from "@/lib/client/filter-params";
import { ratesInput } from "@/lib/client/rates";
import { ratesQuery } from "@/lib/contract/rates";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countEvents } from "@/lib/services/rates/count-events";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

const CODES = 2_500;
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

let database: TestDatabase;
let rt: Runtime;
let engineer: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  engineer = personContext(rt, ["engineer"]);
  const codes = Array.from({ length: CODES }, (_, index) => `code_${index}`);
  const failures = [...codes, "code_7", "code_7", "code_8"].map((code) =>
    failure({ code, occurred_at: AN_HOUR_AGO, reference: `err_${crypto.randomUUID()}` }),
  );
  const key = await keyContext(rt);
  for (let sent = 0; sent < failures.length; sent += 1_000)
    await report(key, failures.slice(sent, sent + 1_000));
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

it("counts thousands of codes for a page that draws no steps, none of them left out", async () => {
  const filters: Filters = { range: "24h", from: null, to: null, service: [], environment: [] };
  const asked = ratesInput({ filters, zone: "UTC", group_by: "code", points: false }, Date.now());
  const sent = Object.fromEntries(new URLSearchParams(searchString(asked)));
  const rates = await countEvents(engineer, ratesQuery.parse(sent));
  expect(rates.series).toHaveLength(CODES);
  expect(rates.series.slice(0, 2)).toEqual([
    { key: "code_7", failures: 3, unmapped: 0, points: [] },
    { key: "code_8", failures: 2, unmapped: 0, points: [] },
  ]);
  expect(rates.totals.failures).toBe(CODES + 3);
});

it("refuses to draw so many, and says what would help", async () => {
  const drawn = countEvents(engineer, { group_by: "code" });
  await expect(drawn).rejects.toMatchObject({ code: "too_many_points", field: "step" });
});
