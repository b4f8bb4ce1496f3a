import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { awaitTurn, LARGE_BYTES, releaseBytes } from "@/lib/http/held-bytes";
import { parseEnv } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/logger";
import { type RuntimeState, startRuntime } from "@/lib/services/runtime";

/* No database is asked: only how large bodies take turns. */

const ALONE = 20 * LARGE_BYTES;
const upload = (signal?: AbortSignal) =>
  new Request("http://errata.test/api/v1/events", { method: "POST", signal: signal ?? null });

let rt: RuntimeState;
beforeAll(() => {
  const databaseUrl = "postgres://nobody@127.0.0.1:1/none";
  rt = startRuntime({
    env: parseEnv({ DATABASE_URL: databaseUrl }),
    log: createLogger("silent"),
    databaseUrl,
  });
});
afterAll(() => rt.close());

test("who goes away while it waits for its turn sent a body that ends too soon, and leaves its place", async () => {
  const gone = new AbortController();
  const [first, second, third] = [upload(), upload(gone.signal), upload()];
  expect(awaitTurn(first, ALONE)).toBe(null);
  const leaves = awaitTurn(second, ALONE);
  const stays = awaitTurn(third, ALONE);
  gone.abort();
  await expect(leaves).rejects.toMatchObject({ code: "body_cut_short", errorClass: "validation" });
  releaseBytes(first);
  await stays;
  releaseBytes(third);
});

test("once it is let in, nothing is left that would tell it to come again later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const [first, second] = [upload(), upload()];
    expect(awaitTurn(first, ALONE)).toBe(null);
    const turn = awaitTurn(second, ALONE);
    expect(vi.getTimerCount()).toBe(1);
    releaseBytes(first);
    await turn;
    expect(vi.getTimerCount()).toBe(0);
    releaseBytes(second);
  } finally {
    vi.useRealTimers();
  }
});
