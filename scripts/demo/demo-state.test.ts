import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadState, planOf, saveState } from "./demo-state";
import { DAY, HISTORY_DAYS } from "./plan";
import { environmentOf } from "./start-product";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "errata-demo-"));
});
afterAll(() => rm(folder, { recursive: true }));

const now = Date.parse("2026-11-29T22:30:30Z") * 1000;

test("the first start sets the plan, later ones keep it", async () => {
  const first = await loadState(folder, "errata", now);
  expect(planOf(first)).toEqual({
    seed: "errata",
    started_at: first.live_from - HISTORY_DAYS * DAY,
    live_from: now - 30_000_000,
  });
  await saveState(folder, { ...first, sent_until: now });
  expect(await loadState(folder, "another", now + DAY)).toEqual({ ...first, sent_until: now });
});

test("only its owner may read the key and the password, and each folder has its own", async () => {
  expect((await stat(join(folder, "demo.json"))).mode & 0o077).toBe(0);
  const other = await loadState(join(folder, "other"), "errata", now);
  const first = await loadState(folder, "errata", now);
  expect(new Set([first.key, other.key, first.admin_password, other.admin_password]).size).toBe(4);
});

test("the demo never reaches a real database, whatever the shell says", async () => {
  const state = await loadState(folder, "errata", now);
  const env = environmentOf(state, folder, {
    NODE_ENV: "test",
    DATABASE_URL: "postgres://real",
    ERRATA_DATA_DIR: ".data",
  });
  expect(env).toMatchObject({
    DATABASE_URL: "",
    ERRATA_DATA_DIR: join(folder, state.database),
    ERRATA_DEMO: "1",
  });
});
