import type { HeldItem } from "@/db/queries/quarantine-decide";
import { instantFromDate, parseInstant } from "@/domain/instant";
import { applyMapping } from "@/domain/mapping";
import type { ReplayOutcome } from "@/domain/replay";
import {
  isReplayableDoor,
  partsAsPins,
  type ReplayableDoor,
  readPayload,
  whyNotReplayable,
} from "@/domain/replay-rules";
import type { ReportRules } from "@/domain/report-rules";
import { digest } from "@/lib/platform/digest";
import { acceptedDays } from "./accepted-days";
import { classNamesOf } from "./class-names";
import type { DoorSent, MendedItem, Sending, Sent } from "./mended-item";
import { newScrub } from "./scrubbing";
import { sendEvents } from "./send-again-events";
import { sendFrames } from "./send-again-frames";
import { sendReports } from "./send-again-reports";

export type Judged = {
  quarantine_id: number;
  outcome: ReplayOutcome;
  code: string | null;
  message: string | null;
  field: string | null;
  id: string | null;
  /** The item as mended; undefined where its payload cannot be read. */
  item: unknown;
};

export type Batch = { judged: Judged[]; topics: string[]; committed: (() => void)[] };

/**
 * Mends open items that the transaction holds and sends them through the preparation and the commit of the doors they
 * came by, as the source that sent them. Nothing of it writes a second quarantine row; what became of the first is for
 * the caller to write.
 */
export async function sendAgain(sending: Sending, rows: readonly HeldItem[]): Promise<Batch> {
  const judged = new Map<number, Judged>();
  const doors = new Map<ReplayableDoor, MendedItem[]>();
  for (const row of rows) {
    const why = whyNotReplayable(row);
    const payload = readPayload(row.payload);
    if (why !== null || !isReplayableDoor(row.door)) {
      judged.set(row.quarantine_id, notSent(row, why, payload));
      continue;
    }
    const item = applyMapping(payload, sending.mapping, { received_at: row.last_received_at });
    doors.set(row.door, [...(doors.get(row.door) ?? []), { row, item, rules: rulesFor(sending, row) }]);
  }
  const batch: Batch = { judged: [], topics: [], committed: [] };
  for (const [door, items] of doors) {
    const { sent, topics, committed } = await sendToDoor(sending, door, items);
    items.forEach(({ row, item }, index) => {
      const one = sent[index];
      if (one === undefined) throw new Error("a door answered for fewer items than it was sent");
      judged.set(row.quarantine_id, judge(row, item, one));
    });
    batch.topics.push(...topics);
    batch.committed.push(...committed);
  }
  batch.judged = rows.flatMap((row) => judged.get(row.quarantine_id) ?? []);
  return batch;
}

function sendToDoor(sending: Sending, door: ReplayableDoor, items: readonly MendedItem[]): Promise<DoorSent> {
  if (door === "events") return sendEvents(sending, items);
  if (door === "frames") return sendFrames(sending, items);
  return sendReports(sending, door, items);
}

/**
 * As the door had them when the item was last received: then it is late by its own clock and not by how long it lay
 * here, and what says no time gets that one.
 */
function rulesFor({ rt, settings, now }: Sending, row: HeldItem): ReportRules {
  return {
    source_id: row.source_id,
    pins: partsAsPins(row),
    now: parseInstant(row.last_received_at) ?? instantFromDate(new Date(0)),
    retention_days: acceptedDays(rt, settings, now),
    class_names: classNamesOf(settings),
    digest,
    scrub: newScrub(settings),
  };
}

function judge(row: HeldItem, item: unknown, { outcome, rejection, id }: Sent): Judged {
  const { code = null, message = null, field = null } = rejection ?? {};
  return { quarantine_id: row.quarantine_id, outcome, code, message, field, id, item };
}

function notSent(row: HeldItem, why: { code: string; message: string } | null, item: unknown): Judged {
  const { code, message } = why ?? { code: "door_not_replayable", message: "" };
  return { quarantine_id: row.quarantine_id, outcome: "skipped", code, message, field: null, id: null, item };
}
