import { randomUUID } from "node:crypto";
import { dropPartitions } from "@/lib/duties/drop-partitions";
import { recordEvents } from "@/lib/services/events/record-events";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { openQueueWorld } from "../queue/world";

const DAY = 86_400;

export type RetentionWorld = Awaited<ReturnType<typeof openRetentionWorld>>;

/** The world of the queue, with a clock that stands, and what retention does in it. */
export async function openRetentionWorld(env: Record<string, string> = {}) {
  const world = await openQueueWorld(env);
  const { runtime, rt, clock } = world;
  const failure = (parts: Record<string, unknown> = {}) => ({
    ...{ event_id: randomUUID(), reference: `err_${randomUUID().slice(0, 10)}`, tool: "refund" },
    ...{ occurred_at: clock.at(-60), code: "upstream_timeout", class: "transient", tenant: "acme", ...parts },
  });
  const submitted = (items: readonly unknown[]) =>
    items.map((item) => ({ item, unreadable: null, sanitized: false }));
  const retain = () => dropPartitions.run({ ...rt, now: clock.read });
  const dropped = () =>
    world.database.sql`select * from dropped_partitions where dropped_at is not null order by partition_id`;
  return {
    ...world,
    failure,
    send: (...items: unknown[]) => recordEvents(runtime, { items: submitted(items) }),
    sendFrames: (...items: unknown[]) => attachFrames(runtime, { items: submitted(items) }),
    /** What the duty does at this moment, in one run: whatever others are busy with stays. */
    retain,
    /** So many runs that so many partitions are dropped: a vacuum may be at one, or a slow machine late. */
    retainUntil: async (partitions: number): Promise<void> => {
      do await retain();
      while ((await dropped()).length < partitions);
    },
    pass: (days: number) => clock.move(days * DAY),
    count: async (table: string): Promise<number> => {
      const [row] = await world.database.sql`select count(*)::int as rows from ${world.database.sql(table)}`;
      return row?.rows;
    },
    dropped,
  };
}
