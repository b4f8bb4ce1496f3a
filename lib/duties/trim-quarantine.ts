import { recordAudit } from "@/db/queries/audit";
import {
  type TrimmedItem,
  type TrimmedPage,
  type TrimPlace,
  trimQuarantine as trimPage,
} from "@/db/queries/trim-quarantine";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { loadSettings } from "@/lib/services/load-settings";
import type { Duty, DutyContext } from "./duty";

const DAY_SECONDS = 86_400;

/** Removes quarantined items that are as old as the events that retention drops; of those nobody decided, the audit says how many and why they were refused. */
export const trimQuarantine: Duty = {
  name: "trim-quarantine",
  every_seconds: 3600,
  run: async (ctx, signal) => {
    const { retention_days } = await loadSettings(ctx);
    const before = addSeconds(instantFromDate(ctx.now()).iso, -retention_days * DAY_SECONDS);
    let place: TrimPlace | null = null;
    do {
      const page: TrimmedPage = await onePage(ctx, before, place);
      place = page.next;
    } while (place !== null && !signal?.aborted);
  },
};

function onePage({ db }: DutyContext, before: string, place: TrimPlace | null): Promise<TrimmedPage> {
  return db.transaction(async (tx) => {
    const page = await trimPage(tx, before, place);
    const undecided = page.trimmed.filter(({ state }) => state === "open");
    if (undecided.length > 0)
      await recordAudit(tx, {
        actor: SYSTEM_CALLER,
        action: "retention.quarantine_dropped",
        subject_kind: "quarantine",
        subject_id: before,
        details: { undecided: undecided.length, reasons: countReasons(undecided) },
      });
    return page;
  });
}

function countReasons(items: readonly TrimmedItem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { door, reason } of items) {
    const key = `${door}: ${reason}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
