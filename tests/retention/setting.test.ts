import { afterAll, beforeAll, expect, test } from "vitest";
import { UNCONFINED } from "@/domain/permissions";
import { readRetention } from "@/lib/services/settings/read-retention";
import { updateSettings } from "@/lib/services/settings/update-settings";
import { openRetentionWorld, type RetentionWorld } from "./world";

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld({ ERRATA_RETENTION_DAYS: "60" });
});
afterAll(() => world.close());

const admin = () => world.person("Ada", ["admin"]);
/** As the database tells the time, by which a setting is dated. */
const isNow = () => world.clock.move((Date.now() - world.clock.read().getTime()) / 1000);

test("the variable holds until something is decided; what that would drop is said before", async () => {
  isNow();
  await world.send(world.failure(), world.failure({ occurred_at: world.clock.at(-40 * 86_400) }));
  await world.sendFrames({
    reference: "err_frames",
    raw: "Error: no",
    captured_at: world.clock.at(-40 * 86_400),
  });
  const before = await readRetention(admin(), { retention_days: 20 });
  expect(before).toMatchObject({
    retention_days: 60,
    default_days: 60,
    accepted_days: 60,
    rests_until: null,
  });
  expect(before.preview).toMatchObject({ retention_days: 20, partitions: 2, events: 1, frames: 1 });
  expect(before.preview.oldest_event_at).toBe(world.clock.at(-40 * 86_400));
  expect(before.partitions.filter(({ rows }) => rows > 0)).toHaveLength(3);
  expect((await readRetention(admin(), {})).preview).toMatchObject({ partitions: 0, until: null });
});

test("a lower one waits for an hour; taken back within it, nothing is lost", async () => {
  await updateSettings(admin(), { retention_days: 20 });
  const changed = await readRetention(admin(), {});
  expect(changed).toMatchObject({ retention_days: 20, default_days: 60, partition_days: 1 });
  expect(changed.rests_until).not.toBeNull();
  await world.retain();
  expect(await world.dropped()).toEqual([]);
  await updateSettings(admin(), { retention_days: 60 });
  world.clock.move(3700);
  await world.retain();
  expect(await world.dropped()).toEqual([]);
  expect(await world.count("events")).toBe(2);
});

test("after the hour it holds, and raised again it is grown into day by day", async () => {
  await updateSettings(admin(), { retention_days: 20 });
  world.clock.move(3700);
  await world.retainUntil(2);
  expect(await world.count("events")).toBe(1);
  await updateSettings(admin(), { retention_days: 90 });
  const { accepted_days, kept, dropped } = await readRetention(admin(), {});
  expect(accepted_days).toBeGreaterThanOrEqual(20);
  expect(accepted_days).toBeLessThan(41);
  expect(kept).toMatchObject({ partitions: 2, rows: 2, references: 2 });
  expect(dropped.map(({ relation }) => relation).sort()).toEqual(["events", "frames"]);
});

test("who is confined to a part neither reads it nor changes it", async () => {
  const part = world.person("Ann", ["admin"], { ...UNCONFINED, tenants: ["acme"] });
  await expect(readRetention(part, {})).rejects.toMatchObject({ code: "forbidden" });
  await expect(updateSettings(part, { retention_days: 1 })).rejects.toMatchObject({ code: "forbidden" });
});
