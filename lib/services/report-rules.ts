import type { QuarantineItem } from "@/db/queries/quarantine";
import { instantFromDate } from "@/domain/instant";
import type { ReportRules } from "@/domain/report-rules";
import type { Rejection } from "@/domain/reported-event";
import { digest } from "@/lib/platform/digest";
import { acceptedDays } from "./accepted-days";
import { classNamesOf } from "./class-names";
import type { ServiceContext } from "./context";
import { quarantineItemOf } from "./quarantine-item";
import { reportingSource } from "./reporting-source";
import { runtime } from "./runtime";
import { tallyScrubbed } from "./scrub-tally";
import { newScrub } from "./scrubbing";

/** One submitted item: what was sent, and why it could not be read, if so. */
export type SubmittedItem = { item: unknown; unreadable: Rejection | null };

/** What this caller's reports are read by. Throws `source_required`. */
export function reportRules(ctx: ServiceContext): ReportRules {
  const now = instantFromDate(ctx.now());
  return {
    source_id: reportingSource(ctx.caller),
    pins: ctx.caller.pins,
    now,
    retention_days: acceptedDays(runtime(), ctx.settings, now.iso),
    digest,
    class_names: classNamesOf(ctx.settings),
    scrub: newScrub(ctx.settings),
  };
}

/** Counts what these rules hid, once what it stood in was stored (decision 0063). */
export function countScrubbed({ source_id, now, scrub }: ReportRules): void {
  if (scrub?.kinds) tallyScrubbed(runtime(), source_id, now.iso.slice(0, 10), scrub.kinds);
}

/** The quarantine row of an item that a door refused. */
export function refusedItem(
  door: QuarantineItem["door"],
  item: unknown,
  rejection: Rejection,
  rules: ReportRules,
): QuarantineItem {
  const { source_id, pins, now, scrub } = rules;
  return quarantineItemOf({ source_id, door, item, rejection, pins, received_at: now.iso, scrub });
}
