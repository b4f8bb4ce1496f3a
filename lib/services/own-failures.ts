import { randomUUID } from "node:crypto";
import { ensureSource } from "@/db/queries/keys";
import { fullAllowance, itemsLeft, refill } from "@/domain/allowance";
import { isDomainError } from "@/domain/errors";
import { eventOfFailure, framesOfFailure, OWN_SOURCE, type OwnFailure } from "@/domain/own-failure";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import packageJson from "@/package.json" with { type: "json" };
import { createContext, type Runtime, type ServiceContext } from "./context";
import { recordEvents } from "./events/record-events";
import { attachFrames } from "./frames/attach-frames";
import { loadSettings } from "./load-settings";

/** Reports that may wait, as while the database is away; what comes then is logged only. */
const HELD_MOST = 500;
const WRITTEN_AT_ONCE = 50;
/** Between two tries while the database is away. */
const AGAIN_MS = 1_000;
/** A caller who errs in a loop, and a fault that hits everybody, must not fill the database: of each so many a minute. */
const PER_MINUTE = { callers: 120, own: 600 };

type Report = { frames: unknown; event: unknown };
type Held = {
  reports: Report[];
  dropped: number;
  allowances: Record<keyof typeof PER_MINUTE, ReturnType<typeof fullAllowance>>;
  writing: Promise<void> | null;
  timer: NodeJS.Timeout | null;
  stopped: boolean;
};

/**
 * Remembers a failure of Errata itself, so that its reference finds its frames under source `errata`; what is
 * `internal_error` is an event as well. Written in the background by the doors' own buffers; never throws, never waits.
 * `whose`: the caller's fault or ours, each with a bound of its own.
 */
export function recordOwnFailure(rt: Runtime, failure: OwnFailure, whose: keyof typeof PER_MINUTE): void {
  try {
    const held = heldBy(rt);
    if (!isAdmitted(held, whose)) return;
    held.reports.push(reportOf(failure));
    if (held.timer === null) held.writing ??= startWriting(rt, held);
  } catch (err) {
    rt.log.error({ err, reference: failure.reference }, "a failure of Errata itself could not be recorded");
  }
}

/** Writes what is held; resolves when nothing is left, or the database is away. A test or a stop need not wait longer. */
export async function writeOwnFailures(rt: Runtime): Promise<void> {
  const held = heldBy(rt);
  if (held.timer !== null) clearTimeout(held.timer);
  held.timer = null;
  await held.writing;
  if (held.reports.length === 0) return;
  held.writing = startWriting(rt, held);
  await held.writing;
}

function heldBy(rt: Runtime): Held {
  return rt.once("own failures", () => {
    const now = performance.now();
    const held: Held = {
      ...{ reports: [], dropped: 0, writing: null, timer: null, stopped: false },
      allowances: {
        callers: fullAllowance(PER_MINUTE.callers, now),
        own: fullAllowance(PER_MINUTE.own, now),
      },
    };
    rt.onStop(async () => {
      held.stopped = true;
      await writeOwnFailures(rt);
    });
    return held;
  });
}

function isAdmitted(held: Held, whose: keyof typeof PER_MINUTE): boolean {
  const allowance = held.allowances[whose];
  refill(allowance, PER_MINUTE[whose], performance.now());
  if (itemsLeft(allowance) === 0 || held.reports.length >= HELD_MOST) {
    held.dropped += 1;
    return false;
  }
  allowance.left -= 1;
  return true;
}

function reportOf(failure: OwnFailure): Report {
  const event_id = failure.code === "internal_error" ? randomUUID() : null;
  return {
    frames: framesOfFailure(failure, process.cwd(), event_id),
    event: event_id === null ? null : eventOfFailure(failure, packageJson.version, event_id),
  };
}

function startWriting(rt: Runtime, held: Held): Promise<void> {
  return writeAll(rt, held).finally(() => {
    held.writing = null;
  });
}

/** One write at a time. What could not be written because the database is away stays; what is refused is logged only. */
async function writeAll(rt: Runtime, held: Held): Promise<void> {
  while (held.reports.length > 0) {
    const batch = held.reports.slice(0, WRITTEN_AT_ONCE);
    try {
      await write(rt, batch);
    } catch (err) {
      if (isDatabaseUnavailable(err) || (isDomainError(err) && err.retryable)) return writeLater(rt, held);
      rt.log.error({ err, reports: batch.length }, "failures of Errata itself could not be stored");
    }
    held.reports.splice(0, batch.length);
  }
  if (held.dropped > 0) rt.log.warn({ dropped: held.dropped }, "more failures than are recorded a minute");
  held.dropped = 0;
}

function writeLater(rt: Runtime, held: Held): void {
  if (held.stopped) return;
  held.timer = setTimeout(() => {
    held.timer = null;
    held.writing ??= startWriting(rt, held);
  }, AGAIN_MS).unref();
}

async function write(rt: Runtime, reports: readonly Report[]): Promise<void> {
  const ctx = await ownContext(rt);
  const submitted = (items: unknown[]) =>
    items.filter((item) => item !== null).map((item) => ({ item, unreadable: null, sanitized: false }));
  const events = submitted(reports.map(({ event }) => event));
  if (events.length > 0) await recordEvents(ctx, { items: events });
  await attachFrames(ctx, { items: submitted(reports.map(({ frames }) => frames)) });
}

/** Errata as a reporter of its own source, which the first failure makes. Names of tenants stay out of it. */
async function ownContext(rt: Runtime): Promise<ServiceContext> {
  const source_id = await ensureSource(rt.db, OWN_SOURCE);
  return createContext(rt, { ...SYSTEM_CALLER, source_id }, await loadSettings(rt));
}
