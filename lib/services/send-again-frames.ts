import {
  type CommitFrames,
  type FramesOutcome,
  learnFramePartitions,
  storeFramesBatch,
} from "@/db/queries/commit-frames";
import { partitionWidthDays } from "@/db/queries/partitions";
import { prepareFrames } from "@/domain/frames-record";
import { framesConflict } from "@/domain/identity-conflict";
import { rejectionInReplay, tooOldNow } from "@/domain/replay-rules";
import type { Rejection } from "@/domain/reported-event";
import { packPayload } from "./frames-payload";
import { ingestState } from "./ingest-state";
import type { DoorSent, MendedItem, Sending, Sent } from "./mended-item";

type Prepared = { commit: CommitFrames; rejection: Rejection | null };

/** Sends mended frames records through what `POST /api/v1/frames` prepares and commits by. */
export async function sendFrames(sending: Sending, items: readonly MendedItem[]): Promise<DoorSent> {
  const { rt, tx, now } = sending;
  const prepared: Prepared[] = [];
  for (const one of items) prepared.push(await prepare(one, now));
  const commits = prepared.map(({ commit }) => commit);
  const width = partitionWidthDays(sending.settings.retention_days);
  await learnFramePartitions(rt.db, ingestState(rt).interning, commits, width);
  const outcomes = await storeFramesBatch(tx, commits);
  return { sent: prepared.map((one, index) => sentOf(one, outcomes[index])), topics: [], committed: [] };
}

async function prepare({ row, item, rules }: MendedItem, now: string): Promise<Prepared> {
  const { scrub, ...common } = rules;
  const outcome = prepareFrames(item, {
    ...common,
    sanitized: row.sanitized,
    ...(scrub === undefined ? {} : { scrub }),
  });
  if (!outcome.ok) return refused(rejectionInReplay(outcome.rejection));
  const old = tooOldNow(outcome.frames.captured_at, "captured_at", {
    now,
    retention_days: rules.retention_days,
  });
  if (old !== null) return refused(old);
  const frames = { ...outcome.frames, payload: await packPayload(outcome.frames.payload) };
  return { commit: { frames, timeless: outcome.timeless, quarantine: () => null }, rejection: null };
}

const refused = (rejection: Rejection): Prepared => ({
  commit: { frames: null, timeless: false, quarantine: () => null },
  rejection,
});

function sentOf({ rejection }: Prepared, outcome: FramesOutcome | undefined): Sent {
  if (rejection !== null || outcome === undefined) return { outcome: "rejected", rejection, id: null };
  const { status, frames_id } = outcome;
  return { outcome: status, rejection: status === "conflict" ? CONFLICT : null, id: frames_id };
}

const CONFLICT = framesConflict("Remove frames_id to have it kept as another record.");
