import { ensurePartitions, partitionWidthDays } from "@/db/queries/partitions";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { loadSettings } from "@/lib/services/load-settings";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;

/**
 * Makes the partitions of events and frames ahead of time: what is being written now, and the next two.
 * Ingest makes a missing one itself, but then under the lock that DDL takes, while producers wait.
 */
export const makePartitions: Duty = {
  name: "make-partitions",
  every_seconds: 3600,
  run: async (ctx) => {
    const { db, now } = ctx;
    const width = partitionWidthDays((await loadSettings(ctx)).retention_days);
    const start = instantFromDate(now()).iso;
    const instants = [-1, 0, 1, 2].map((step) => addSeconds(start, step * width * DAY_SECONDS));
    await ensurePartitions(db, "events", instants, width);
    await ensurePartitions(db, "frames", instants, width);
  },
};
