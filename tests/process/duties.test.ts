import { afterAll, beforeAll, expect, test } from "vitest";
import { runDuties } from "@/lib/duties/run-duties";
import { parseEnv } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/logger";
import { startRuntime } from "@/lib/services/runtime";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

test("only one of two processes does the duties, a failing duty does not stop the others, stop waits", async () => {
  const rt = startRuntime({ env: parseEnv({}), log: createLogger("silent"), databaseUrl: database.url });
  const ctx = { ...rt, now: () => new Date() };
  const runs: string[] = [];
  let enough = () => {};
  const twice = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const good = (owner: string) => ({
    name: "good",
    every_seconds: 0.02,
    run: async () => {
      runs.push(owner);
      if (runs.length === 3) enough();
    },
  });
  const bad = {
    name: "bad",
    every_seconds: 0.02,
    run: async () => {
      throw new Error("on purpose");
    },
  };
  const first = runDuties(ctx, [bad, good("first")]);
  await twice;
  const second = runDuties(ctx, [good("second")]);
  await second.stop();
  expect(new Set(runs)).toEqual(new Set(["first"]));
  await first.stop();
  const done = runs.length;
  const third = new Promise<void>((resolve) => {
    const duties = runDuties(ctx, [
      {
        name: "next leader",
        every_seconds: 60,
        run: async () => {
          resolve();
        },
      },
    ]);
    rt.onStop(duties.stop);
  });
  await third;
  expect(runs.length).toBe(done);
  await rt.close();
});
