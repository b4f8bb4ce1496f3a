import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { standForElection } from "@/db/leader";
import { isDomainError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { mintReference } from "@/domain/reference";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { measures } from "@/lib/services/measures";
import { recordOwnFailure } from "@/lib/services/own-failures";
import type { Duty, DutyContext } from "./duty";

/** Between two runs of a duty that is woken: under load its topics are published all the time. */
const REST_MS = 100;

/** After a first failure, of a duty whose interval is longer: a database that was away is soon back. */
const RETRY_SECONDS = 30;

/** "duties" in ASCII: one leader for all of them. */
const DUTIES_LOCK = 0x647574696573n;

/**
 * Does the duties in this process whenever it is the one that leads. Each runs at once and then after its
 * interval or when it is woken, never twice at a time here; one that fails is logged and tried again soon, and then ever
 * later, up to its interval. `stop` lets those that run finish.
 */
export function runDuties(
  ctx: DutyContext,
  duties: readonly Duty[],
  { retrySeconds = RETRY_SECONDS }: { retrySeconds?: number } = {},
): { stop: () => Promise<void> } {
  const election = standForElection({
    url: ctx.databaseUrl,
    lock: DUTIES_LOCK,
    retrySeconds: 5,
    lead: async (signal) => {
      // Each duty listens for its end, some more than once: that is no leak.
      setMaxListeners(0, signal);
      await Promise.all(duties.map((duty) => repeat(ctx, duty, { signal, retrySeconds })));
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

/** As an answered failure is kept, under a reference that the log names. While the database is away that is no news. */
function rememberDuty(ctx: DutyContext, { name }: Duty, thrown: unknown): void {
  const reference = mintReference();
  ctx.log.error({ err: thrown, duty: name, reference }, "a duty failed");
  if (isDatabaseUnavailable(thrown)) return;
  const { code, errorClass } = isDomainError(thrown) ? thrown : UNTHOUGHT_OF;
  const occurred_at = instantFromDate(ctx.now()).iso;
  const tool = `duty ${name}`;
  const context = { duty: name };
  recordOwnFailure(ctx, { thrown, reference, occurred_at, tool, code, errorClass, context }, "own");
}

const UNTHOUGHT_OF = { code: "internal_error", errorClass: "system" };

async function repeat(
  ctx: DutyContext,
  duty: Duty,
  { signal, retrySeconds }: { signal: AbortSignal; retrySeconds: number },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    // Waiting begins before the run, so that what happens during it starts the next one.
    const waiting = new AbortController();
    const ended = AbortSignal.any([signal, waiting.signal]);
    const woken = ctx.hub.wait(duty.wake_on ?? [], { timeoutMs: duty.every_seconds * 1000, signal: ended });
    failures = (await runOnce(ctx, duty, signal)) ? 0 : failures + 1;
    const interval = secondsUntilNext(failures, duty.every_seconds, retrySeconds) * 1000;
    const rest = duty.wake_on === undefined ? interval : REST_MS;
    const over = failures === 0 ? woken : Promise.race([woken, sleep(interval, ended)]);
    await Promise.all([over, sleep(rest, ended)]);
    waiting.abort();
    if (ctx.hub.closing.aborted) return;
  }
}

/** Whether it went well; what is thrown is remembered. */
async function runOnce(ctx: DutyContext, duty: Duty, signal: AbortSignal): Promise<boolean> {
  try {
    await duty.run(ctx, signal);
    measureDuty(ctx, duty, "done");
    return true;
  } catch (err) {
    measureDuty(ctx, duty, "failed");
    rememberDuty(ctx, duty, err);
    return false;
  }
}

/** Seconds until the next run after so many failures in a row: each doubles the wait, up to the duty's own interval. */
export function secondsUntilNext(failures: number, every: number, retry: number = RETRY_SECONDS): number {
  return failures === 0 ? every : Math.min(every, retry * 2 ** (failures - 1));
}

async function sleep(millis: number, signal: AbortSignal): Promise<void> {
  await pause(millis, undefined, { signal }).catch(() => {});
}
