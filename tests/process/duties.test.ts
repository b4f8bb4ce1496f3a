import { afterAll, beforeAll, expect, test } from "vitest";
import { runDuties, secondsUntilNext } from "@/lib/duties/run-duties";
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

test("an hourly duty that fails is tried again soon, and ever later, but never later than its interval", () => {
  expect([0, 1, 2, 3, 7, 8, 2_000].map((failures) => secondsUntilNext(failures, 3_600))).toEqual([
    3_600, 30, 60, 120, 1_920, 3_600, 3_600,
  ]);
  expect([0, 1, 2].map((failures) => secondsUntilNext(failures, 2))).toEqual([2, 2, 2]);
});

test.each([
  ["by the hour", undefined],
  ["by the hour or when woken", ["something"]],
])(
  "a duty done %s that fails twice is done long before its interval is over, and rests then",
  async (_, wake_on) => {
    const rt = startRuntime({ env: parseEnv({}), log: createLogger("silent"), databaseUrl: database.url });
    let runs = 0;
    const done = new Promise<void>((resolve) => {
      const fails = {
        ...{ name: "away", every_seconds: 3_600, ...(wake_on && { wake_on }) },
        run: async () => {
          runs += 1;
          if (runs <= 2) throw new Error("the database is away");
          resolve();
        },
      };
      rt.onStop(runDuties({ ...rt, now: () => new Date() }, [fails], { retrySeconds: 0.02 }).stop);
    });
    await done;
    await rt.close();
    expect(runs).toBe(3);
  },
);
