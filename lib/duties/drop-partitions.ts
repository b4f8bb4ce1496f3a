import { type DropOutcome, dropPartition } from "@/db/queries/drop-partition";
import { listPartitions, type PartitionedTable, type PartitionRange } from "@/db/queries/partitions";
import { findPrepared, forgetPreparations, prepareDrop } from "@/db/queries/prepare-drop";
import { dropsBefore, readDecidedRetention, restsUntil } from "@/db/queries/retention";
import { instantFromDate } from "@/domain/instant";
import { SETTINGS_CHANGED } from "@/lib/services/load-settings";
import { measures } from "@/lib/services/measures";
import type { Duty, DutyContext } from "./duty";

/** Somebody who writes into what is older than is accepted does so once: a margin for clocks is in the rule already. */
const PREPARATIONS = 3;

/**
 * Drops what is wholly older than the retention, the oldest first, one partition at a time (DESIGN 8). What is cut off
 * or busy is taken up again by the next run; two processes at once do no harm.
 */
export const dropPartitions: Duty = {
  name: "drop-partitions",
  every_seconds: 900,
  run: async (ctx, signal) => {
    const now = instantFromDate(ctx.now()).iso;
    const decided = await readDecidedRetention(ctx.db);
    const rests = restsUntil(decided);
    if (rests !== null && now < rests) return;
    const before = dropsBefore(decided.retention_days ?? ctx.env.ERRATA_RETENTION_DAYS, now);
    for (const relation of ["events", "frames"] as const) {
      const old = (await listPartitions(ctx.db, relation)).filter(({ to }) => to <= before);
      const names = old.map(({ name }) => name);
      await forgetPreparations(ctx.db, relation, names);
      for (const range of old) {
        if (signal?.aborted) return;
        await drop(ctx, relation, range, now);
      }
    }
  },
};

async function drop(ctx: DutyContext, relation: PartitionedTable, range: PartitionRange, now: string) {
  const default_days = ctx.env.ERRATA_RETENTION_DAYS;
  const before = await findPrepared(ctx.db, relation, range.name);
  let outcome: DropOutcome = "changed";
  for (let time = 1; outcome === "changed" && time <= PREPARATIONS; time += 1) {
    const again = time === 1 ? before : null;
    const prepared = again ?? (await prepareDrop(ctx.db, relation, range, now));
    if (prepared === null) return;
    outcome = await dropPartition(ctx.db, relation, range, { ...prepared, now, default_days });
  }
  if (outcome === "dropped") {
    measures(ctx).droppedPartitions.inc({ relation });
    ctx.hub.publish(SETTINGS_CHANGED);
  }
  ctx.log.info({ relation, partition: range.name, outcome }, "retention took a partition");
}
