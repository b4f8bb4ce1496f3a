import { afterAll, beforeAll, expect, it } from "vitest";
import { makePartitions } from "@/lib/duties/make-partitions";
import type { Runtime } from "@/lib/services/context";
import { countEvents } from "@/lib/services/rates/count-events";
import { updateSettings } from "@/lib/services/settings/update-settings";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { openTestRuntime } from "../support/runtime";
import { personContext } from "./failures";

let database: TestDatabase;
let rt: Runtime;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

it("has no rows from any time, also once the partitions ahead are made", async () => {
  await makePartitions.run({ ...rt, now: () => new Date() });
  const to = new Date().toISOString();
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const rates = await countEvents(personContext(rt, ["engineer"]), { from, to, step: "1h" });
  expect(rates.rows_available_from).toBeNull();
  expect(rates.totals).toMatchObject({ failures: 0, unmapped_share: null, failure_rate: null });
});

it("is not changed as a whole by somebody confined to a part of it", async () => {
  const confined = personContext(rt, ["admin"], { tenants: ["acme"] });
  await expect(updateSettings(confined, { time_zone: "Europe/Berlin" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const whole = personContext(rt, ["admin"]);
  expect(await updateSettings(whole, { time_zone: "Europe/Berlin" })).toMatchObject({
    time_zone: "Europe/Berlin",
  });
});
