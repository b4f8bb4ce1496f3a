import type { Transaction } from "@/db/client";
import { addCalls, enterCallReports, readCallReportHashes } from "@/db/queries/calls";
import { insertRecoveries, readRecoveryHashes } from "@/db/queries/recoveries";
import { enterReleases, readReleases, releaseKey } from "@/db/queries/releases";
import { rejectionInReplay, tooOldNow } from "@/domain/replay-rules";
import type { ReportOutcome } from "@/domain/report-rules";
import { CALLS_CONFLICT, type PreparedCallReport, prepareCallReport } from "@/domain/reported-calls";
import type { Rejection } from "@/domain/reported-event";
import { prepareRecovery, RECOVERY_CONFLICT } from "@/domain/reported-recovery";
import { prepareRelease, RELEASE_CONFLICT } from "@/domain/reported-release";
import { digest } from "@/lib/platform/digest";
import type { DoorSent, MendedItem, Sending, Sent } from "./mended-item";

type SmallDoor = "calls" | "recoveries" | "releases";

/** Sends mended calls, recoveries and releases by what their doors prepare and enter them by. Few, so one by one. */
export async function sendReports(
  { tx, now }: Sending,
  door: SmallDoor,
  items: readonly MendedItem[],
): Promise<DoorSent> {
  const send = { calls: sendCalls, recoveries: sendRecovery, releases: sendRelease }[door];
  const sent: Sent[] = [];
  for (const one of items) sent.push(await send(tx, one, now));
  return { sent, topics: [], committed: [] };
}

/**
 * A line that was refused within a report, or a report that was refused as a whole. The report of a line is counted
 * without it, so it comes in under an id of its own, made from its quarantine row: that is the same each time.
 */
async function sendCalls(tx: Transaction, { row, item, rules }: MendedItem, now: string): Promise<Sent> {
  const whole = typeof item === "object" && item !== null && Object.hasOwn(item, "calls");
  const report_id = digest(`quarantine:${row.quarantine_id}`).uuid;
  const report = whole ? { report_id, ...(item as object) } : { report_id, calls: [item] };
  const outcome = prepareCallReport(report, rules);
  const rejection = outcome.ok ? firstFault(outcome.value, now, rules.retention_days) : outcome.rejection;
  if (!outcome.ok || rejection !== null) return refused(rejection);
  const { value } = outcome;
  const entered = await enterCallReports(tx, [value]);
  const id = value.report_id;
  if (entered.has(id)) {
    await addCalls(
      tx,
      value.lines.flatMap((line) => (line.outcome.ok ? [line.outcome.value] : [])),
    );
    return { outcome: "accepted", rejection: null, id };
  }
  const stored = await readCallReportHashes(tx, value.source_id, [id]);
  return known(id, stored.get(id) === value.content_hash, CALLS_CONFLICT);
}

/** A report is counted whole or not at all: what is left of it could not be sent again under its id. */
function firstFault(report: PreparedCallReport, now: string, retention_days: number): Rejection | null {
  for (const { outcome } of report.lines) {
    if (!outcome.ok) return outcome.rejection;
    const old = tooOldNow(outcome.value.minute, "minute", { now, retention_days });
    if (old !== null) return old;
  }
  return null;
}

async function sendRecovery(tx: Transaction, { item, rules }: MendedItem, now: string): Promise<Sent> {
  const outcome = prepareRecovery(item, rules);
  if (!outcome.ok) return refused(outcome.rejection);
  const { value } = outcome;
  const { retention_days } = rules;
  const old = tooOldNow(value.occurred_at, "occurred_at", { now, retention_days });
  if (old !== null) return refused(old);
  const id = value.recovery_id;
  if ((await insertRecoveries(tx, [value])).has(id)) return { outcome: "accepted", rejection: null, id };
  const stored = await readRecoveryHashes(tx, value.source_id, [id]);
  return known(id, stored.get(id) === value.content_hash, RECOVERY_CONFLICT);
}

async function sendRelease(tx: Transaction, { item, rules }: MendedItem): Promise<Sent> {
  const outcome: ReportOutcome<Parameters<typeof enterReleases>[1][number]> = prepareRelease(item, rules);
  if (!outcome.ok) return refused(outcome.rejection);
  const { value } = outcome;
  const id = [value.service, value.release].join(" ");
  const key = releaseKey(value);
  if ((await enterReleases(tx, [value])).has(key)) return { outcome: "accepted", rejection: null, id };
  const stored = (await readReleases(tx, [value])).get(key);
  const same = stored?.released_at === value.released_at && stored.url === value.url;
  return known(id, same, RELEASE_CONFLICT);
}

function refused(rejection: Rejection | null): Sent {
  return { outcome: "rejected", rejection: rejection && rejectionInReplay(rejection), id: null };
}

function known(id: string, same: boolean, conflict: Rejection): Sent {
  return { outcome: same ? "duplicate" : "conflict", rejection: same ? null : conflict, id };
}
