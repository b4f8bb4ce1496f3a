import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as alive } from "@/app/healthz/route";
import { GET as ready } from "@/app/readyz/route";
import type { Runtime } from "@/lib/services/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { openTestRuntime } from "../support/runtime";

/* Health as Next answers it where no process of ours stands before it. */

let database: TestDatabase;
let rt: Runtime;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
});
afterAll(() => rt?.close());

test("ready is told while the database answers, and alive in any case", async () => {
  const first = await ready();
  expect([first.status, await first.json()]).toEqual([200, { status: "ready" }]);
  await database.drop();
  const then = await ready();
  expect([then.status, await then.json()]).toEqual([503, { status: "database_unavailable" }]);
  expect(then.headers.get("retry-after")).toBe("1");
  const still = await alive();
  expect([still.status, await still.json()]).toEqual([200, { status: "ok" }]);
});
