import { POST as postEvents } from "@/app/api/v1/events/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { countOldHours, countRecentHours } from "@/lib/duties/count-hours";
import { call, type World } from "../access/world";

export type Item = Record<string, unknown>;

/** So many hours before now. */
export const hoursAgo = (hours: number) => addSeconds(instantFromDate(new Date()).iso, -hours * 3600);

let made = 0;

/** A failure as a producer reports it: unmapped, an hour ago, unless said otherwise. */
export const event = (parts: Item = {}): Item & { reference: string; event_id: string } => ({
  ...{ reference: `err_${++made}`, event_id: crypto.randomUUID(), occurred_at: hoursAgo(1) },
  ...{ tool: "pay", code: "internal_error", class: "system", message: "It broke.", effect: "absent" },
  ...parts,
});

/** A frames record of an event: a KeyError thrown in a function of this name. */
export const framesOf = (of: Item, name = "charge") => ({
  ...{ reference: of.reference, event_id: of.event_id, tool: of.tool, language: "python" },
  ...{ tenant: of.tenant, service: of.service, environment: of.environment, captured_at: of.occurred_at },
  exceptions: [
    { type: "KeyError", message: "'x'", frames: [{ file: "app/pay.py", function: name, in_app: true }] },
  ],
});

/** Reports events, their frames where `thrown` names a function, and has the hours looked through. */
export async function fail(world: World, items: readonly Item[], thrown?: string): Promise<void> {
  await post(world, postEvents, items);
  if (thrown !== undefined)
    await post(
      world,
      postFrames,
      items.map((item) => framesOf(item, thrown)),
    );
}

async function post(world: World, handler: typeof postEvents, items: readonly Item[]): Promise<void> {
  const answer = await call(handler, { key: world.bootstrapKey, body: items });
  const text = await answer.text();
  if (JSON.parse(text).accepted !== items.length) throw new Error(`not accepted: ${text}`);
}

/** Does what the duties do in the background, now. */
export async function lookThrough(world: World): Promise<void> {
  const ctx = { ...world.rt, now: () => new Date() };
  await countRecentHours.run(ctx);
  await countOldHours.run(ctx);
}
