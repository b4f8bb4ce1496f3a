import type { Transaction } from "@/db/client";
import { lockHours } from "@/db/queries/store-hours";
import { type SumDay, sumCalls, sumHours, sumRecoveries } from "@/db/queries/sum-days";
import { listUnsummedDays } from "@/db/queries/summed-days";
import { addSeconds, instantFromDate } from "@/domain/instant";
import type { Summed } from "@/domain/summed-days";
import type { Duty, DutyContext } from "./duty";

/** So long after its end a day is summed up: what is not skewed has come by then. */
const AFTER_SECONDS = 36 * 3600;
const AT_ONCE = 50;

/**
 * Sums up days of calls and recoveries that are over, so that months are read by the day (decision 0131). Each day is a
 * transaction of its own; being cut off or run twice changes nothing.
 */
export const sumDays: Duty = {
  name: "sum-days",
  every_seconds: 600,
  run: async (ctx, signal) => {
    const before = addSeconds(instantFromDate(ctx.now()).iso, -AFTER_SECONDS);
    await sumBefore(ctx, { of: "calls", before, sum: sumCalls }, signal);
    await sumBefore(ctx, { of: "recoveries", before, sum: sumRecoveries }, signal);
  },
};

/** The same for hours that were looked through, today's too: an hour that is looked through anew takes its day out. */
export function sumHourDays(ctx: DutyContext, signal: AbortSignal | undefined): Promise<void> {
  const sum = async (tx: Transaction, day: string) => {
    await lockHours(tx);
    await sumHours(tx, day);
  };
  return sumBefore(ctx, { of: "hours", before: instantFromDate(ctx.now()).iso, sum }, signal);
}

async function sumBefore(
  { db }: DutyContext,
  { of, before, sum }: { of: Summed; before: string; sum: SumDay },
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const days = await listUnsummedDays(db, of, { before, limit: AT_ONCE });
    for (const day of days) {
      if (signal?.aborted) return;
      await db.transaction((tx) => sum(tx, day));
    }
    if (days.length < AT_ONCE) return;
  }
}
