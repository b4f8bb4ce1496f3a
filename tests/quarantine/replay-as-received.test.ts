import { afterAll, beforeAll, expect, it } from "vitest";
import { PUT as putSettings } from "@/app/api/v1/settings/route";
import { call } from "../access/world";
import { openQuarantineWorld, type QuarantineWorld, SET_TOOL, toolless } from "./world";

let world: QuarantineWorld;
beforeAll(async () => {
  world = await openQuarantineWorld();
});
afterAll(() => world.close());

async function replayRefused(item: Record<string, unknown>) {
  expect(await world.send("events", item)).toMatchObject({ rejected: 1 });
  const { items } = await world.list(`?q=${item.reference}`);
  const ids = items.map(({ quarantine_id }) => quarantine_id);
  expect(await world.replay({ ids }, SET_TOOL)).toMatchObject({ total: 1, accepted: 1 });
  const { sql } = world.database;
  const [event] = await sql`select class, marks from events where reference = ${String(item.reference)}`;
  return event;
}

it("reads a class by the names of this installation, as the door does", async () => {
  const body = { class_aliases: { gateway_trouble: "transient" } };
  const { status } = await call(putSettings, { method: "PUT", key: world.bootstrapKey, body });
  expect(status).toBe(200);
  expect(await replayRefused(toolless({ class: "gateway_trouble" }))).toMatchObject({ class: "transient" });
});

it("says of an event that its text was cleaned, when the door cleaned it before refusing it", async () => {
  expect(await replayRefused(toolless({ message: "It ended\u0000here." }))).toMatchObject({
    marks: ["sanitized"],
  });
  expect(await replayRefused(toolless())).toMatchObject({ marks: [] });
});
