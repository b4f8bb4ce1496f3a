import { countOldHours } from "@/lib/duties/count-hours";
import { foldDays } from "@/lib/duties/fold-days";
import { rollDays } from "@/lib/duties/roll-days";
import { sumDays } from "@/lib/duties/sum-days";
import { trimOldMinutes } from "@/lib/duties/trim-minutes";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { ServiceContext } from "@/lib/services/context";
import { listEvents } from "@/lib/services/events/list-events";
import { recover } from "../engineering-recovery/world";
import { failure, personContext, report } from "../reading/failures";
import { createTestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

/* Failures, calls and recoveries of eighty days, drawn by lot, in whose range clocks change; always the same ones. */

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The day of all tests, so that they are of the same days whenever they run; the clocks changed not long before. */
export const NOW = Date.parse("2026-11-20T09:07:31.250Z");

/** Berlin, Lord Howe (by half an hour) and Chicago change their clocks. */
export const CLOCK_CHANGES = ["2026-10-25T01:00:00Z", "2026-10-03T15:30:00Z", "2026-11-01T07:00:00Z"].map(
  (text) => Date.parse(text),
);
export const ZONES = [
  ...["Europe/Berlin", "America/Chicago", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"],
];

/** Milliseconds since 1970 as text, as a producer writes it and as answers do. */
export const isoOf = (millis: number) => new Date(millis).toISOString().replace("Z", "000Z");

export const VALUES = {
  tool: ["issue_refund", "send_email", "book_slot"],
  code: ["invalid_status", "rate_limited", "no_slot", "internal_error"],
  service: ["billing", "mail"],
  environment: ["production", "staging"],
  tenant: ["acme", "globex"],
  release: ["1.0", "1.1", "2.0"],
};

export type ExactWorld = Awaited<ReturnType<typeof openExactWorld>>;

/** Draws by lot, the same lots in every run. */
export function lots(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const pick = <T>(values: readonly T[]): T => values[next(values.length)] as T;
  return { next, pick, maybe: <T>(values: readonly T[]) => (next(4) === 0 ? undefined : pick(values)) };
}

type Lots = ReturnType<typeof lots>;

const placeOf = ({ maybe }: Lots) => ({
  ...{ service: maybe(VALUES.service) ?? null, environment: maybe(VALUES.environment) ?? null },
  ...{ tenant: maybe(VALUES.tenant) ?? null, release: maybe(VALUES.release) ?? null },
});

/** A line of calls as it is reported. */
export type Call = ReturnType<typeof placeOf> & { minute: string; count: number; tool: string };

/** Anywhere in the eighty days, or in the last hours, or around a change of the clock. */
function someTime({ next, pick }: Lots): number {
  const kind = next(4);
  if (kind === 0) return pick(CLOCK_CHANGES) + (next(360) - 180) * MINUTE + next(MINUTE);
  if (kind === 1) return NOW - MINUTE - next(8 * HOUR);
  return NOW - MINUTE - next(80 * DAY);
}

function someFailure(drawn: Lots, occurred: number): Record<string, unknown> {
  const { next, pick, maybe } = drawn;
  const run = next(3) === 0 ? {} : { run_id: `run-${next(60)}`, attempt: 1 + next(3) };
  return failure({
    ...{ occurred_at: isoOf(occurred), ...placeOf(drawn), ...run, tool: pick(VALUES.tool) },
    ...{
      code: maybe([...VALUES.code, "no code"]),
      class: pick(["validation", "transient", "system", "odd"]),
    },
    ...{ effect: maybe(["absent", "committed", "unknown"]), arguments_hash: maybe(["a", "b"]) },
    retryable: maybe([true, false]),
  });
}

const someCalls = (drawn: Lots): Call => ({
  ...{ minute: isoOf(Math.floor(someTime(drawn) / MINUTE) * MINUTE), count: drawn.next(9) },
  ...{ ...placeOf(drawn), tool: drawn.pick(VALUES.tool.slice(0, 2)) },
});

const someRecovery = (drawn: Lots) => ({
  ...{ ...placeOf(drawn), occurred_at: isoOf(someTime(drawn)), run_id: `run-${drawn.next(60)}` },
  ...{ tool: drawn.pick(VALUES.tool), code: drawn.pick(VALUES.code), attempts: 1 + drawn.next(6) },
  ...{ class: drawn.pick(["validation", "transient"] as const), recovery_id: crypto.randomUUID() },
  outcome: drawn.pick(["recovered", "recovered", "gave_up", "escalated"] as const),
});

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

/** A world whose clock stands still. */
export async function openExactWorld() {
  const database = await createTestDatabase();
  const rt = openTestRuntime(database);
  const now = () => new Date(NOW);
  const key = await keyContext(rt, { now });
  const drawn = lots(11);
  const calls: Call[] = [];
  const recoveries: ReturnType<typeof someRecovery>[] = [];

  /** So many more failures, at any time there was, with some calls and recoveries. */
  async function happen(failures: number): Promise<void> {
    await report(
      key,
      times(failures, () => someFailure(drawn, someTime(drawn))),
    );
    const made = times(Math.ceil(failures / 5), () => someCalls(drawn));
    const item = { report_id: crypto.randomUUID(), calls: made };
    const { rejected } = await recordCalls(key, { items: [{ item, unreadable: null }] });
    if (rejected > 0) throw new Error("calls were rejected");
    const ended = times(Math.ceil(failures / 5), () => someRecovery(drawn));
    await recover(key, ended);
    calls.push(...made);
    recoveries.push(...ended);
  }

  await happen(420);
  const as = (...asked: Parameters<typeof personContext>): ServiceContext => ({
    ...personContext(...asked),
    now,
  });
  const engineer = as(rt, ["engineer"]);

  return {
    ...{ rt, database, engineer, calls, recoveries },
    /** An engineer who sees only a part. */
    confinedTo: (confinement: Parameters<typeof personContext>[2]) => as(rt, ["engineer"], confinement),
    /** What the duties do in the background, at this hour. */
    runDuties: async () => {
      const duties = [rollDays, foldDays, countOldHours, sumDays, trimOldMinutes];
      for (const duty of duties) await duty.run({ ...rt, now });
    },
    /** What comes late, days after it happened, into days and hours that were summed up long ago. */
    happenLate: () => happen(60),
    /** Every row there is. */
    allEvents: async () => {
      const items: Awaited<ReturnType<typeof listEvents>>["items"] = [];
      let cursor: string | undefined;
      do {
        const page = await listEvents(engineer, { cursor, limit: 500 });
        items.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return items;
    },
    close: async () => {
      await rt.close();
      await database.drop();
    },
  };
}
