import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { standForElection } from "@/db/leader";
import { measures } from "@/lib/services/measures";
import type { Duty, DutyContext } from "./duty";

/** Between two runs of a duty that is woken: under load its topics are published all the time. */
const REST_MS = 100;

/** "duties" in ASCII: one leader for all of them. */
const DUTIES_LOCK = 0x647574696573n;

/**
 * Does the duties in this process whenever it is the one that leads. Each runs at once and then after its
 * interval or when it is woken, never twice at a time here; one that fails is logged and tried again after its interval.
 * `stop` lets those that run finish.
 */
export function runDuties(ctx: DutyContext, duties: readonly Duty[]): { stop: () => Promise<void> } {
  const election = standForElection({
    url: ctx.databaseUrl,
    lock: DUTIES_LOCK,
    retrySeconds: 5,
    lead: async (signal) => {
      // Each duty listens for its end, some more than once: that is no leak.
      setMaxListeners(0, signal);
      await Promise.all(duties.map((duty) => repeat(ctx, duty, signal)));
    },
    onError: (err) => ctx.log.warn({ err }, "the duties' election failed; trying again"),
  });
  return { stop: election.close };
}

function measureDuty(ctx: DutyContext, { name }: Duty, outcome: "done" | "failed"): void {
  const { dutyRuns, dutySuccess } = measures(ctx);
  dutyRuns.inc({ duty: name, outcome });
  if (outcome === "done") dutySuccess.setToCurrentTime({ duty: name });
}

async function repeat(ctx: DutyContext, duty: Duty, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Waiting begins before the run, so that what happens during it starts the next one.
    const woken = ctx.hub.wait(duty.wake_on ?? [], { timeoutMs: duty.every_seconds * 1000, signal });
    try {
      await duty.run(ctx, signal);
      measureDuty(ctx, duty, "done");
    } catch (err) {
      measureDuty(ctx, duty, "failed");
      ctx.log.error({ err, duty: duty.name }, "a duty failed");
    }
    const rest = duty.wake_on === undefined ? duty.every_seconds * 1000 : REST_MS;
    await Promise.all([woken, pause(rest, undefined, { signal }).catch(() => {})]);
    if (ctx.hub.closing.aborted) return;
  }
}
