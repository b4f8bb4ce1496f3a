import type { CommitFrames, FramesOutcome } from "@/db/queries/commit-frames";
import { type FramesRules, prepareFrames } from "@/domain/frames-record";
import { framesConflict } from "@/domain/identity-conflict";
import { mapInSlices } from "@/domain/in-slices";
import { instantFromDate } from "@/domain/instant";
import type { Rejection } from "@/domain/reported-event";
import { digest } from "@/lib/platform/digest";
import { acceptedDays } from "../accepted-days";
import type { ServiceContext } from "../context";
import { packPayload } from "../frames-payload";
import { ingestState } from "../ingest-state";
import { countItems } from "../measures";
import { quarantineItemOf } from "../quarantine-item";
import { reportingSource } from "../reporting-source";
import { runtime } from "../runtime";
import { tallyScrubbed } from "../scrub-tally";
import { newScrub } from "../scrubbing";

export type AttachFramesInput = {
  items: readonly { item: unknown; unreadable: Rejection | null; sanitized: boolean }[];
};

export type FramesResult = {
  index: number;
  status: FramesOutcome["status"];
  frames_id?: string;
  reference?: string;
  error?: Rejection;
};

export type AttachFramesAnswer = Record<FramesOutcome["status"], number> & { results: FramesResult[] };

type Prepared = { commit: CommitFrames; reference: string | null; rejection: Rejection | null };

/** Stores frames records, before or after their event or without one; answers after the commit (CONTRACT "Frames"). */
export async function attachFrames(
  ctx: ServiceContext,
  input: AttachFramesInput,
): Promise<AttachFramesAnswer> {
  const rt = runtime();
  const scrub = newScrub(ctx.settings);
  const now = instantFromDate(ctx.now());
  const rules: FramesRules = {
    scrub,
    source_id: reportingSource(ctx.caller),
    pins: ctx.caller.pins,
    now,
    retention_days: acceptedDays(rt, ctx.settings, now.iso),
    digest,
    sanitized: false,
  };
  const prepared = await mapInSlices(input.items, ({ item, unreadable, sanitized }) =>
    prepare(item, unreadable, { ...rules, sanitized }),
  );
  const commits = prepared.map(({ commit }) => commit);
  const outcomes = commits.length === 0 ? [] : await ingestState(rt).frames.submit(commits, commits.length);
  tallyScrubbed(rt, rules.source_id, rules.now.iso.slice(0, 10), scrub.kinds);
  return countItems("frames", answerOf(prepared, outcomes));
}

async function prepare(item: unknown, unreadable: Rejection | null, rules: FramesRules): Promise<Prepared> {
  const outcome = unreadable ? { ok: false as const, rejection: unreadable } : prepareFrames(item, rules);
  const quarantine = (rejection: Rejection) =>
    quarantineItemOf({
      source_id: rules.source_id,
      door: "frames",
      item,
      rejection,
      pins: rules.pins,
      received_at: rules.now.iso,
      sanitized: rules.sanitized,
      scrub: rules.scrub,
    });
  if (!outcome.ok) {
    const { rejection } = outcome;
    // Made here: inside the transaction it would be made while rows are locked.
    const quarantined = quarantine(rejection);
    return {
      commit: { frames: null, timeless: false, quarantine: () => quarantined },
      reference: null,
      rejection,
    };
  }
  const frames = { ...outcome.frames, payload: await packPayload(outcome.frames.payload) };
  const commit = { frames, timeless: outcome.timeless, quarantine: () => quarantine(CONFLICT) };
  return { commit, reference: frames.reference, rejection: null };
}

const CONFLICT = framesConflict("Send a new frames_id for another record.");

function answerOf(prepared: readonly Prepared[], outcomes: readonly FramesOutcome[]): AttachFramesAnswer {
  const answer: AttachFramesAnswer = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0, results: [] };
  outcomes.forEach(({ status, frames_id }, index) => {
    answer[status] += 1;
    const { reference, rejection } = prepared[index] ?? { reference: null, rejection: null };
    const error = status === "conflict" ? CONFLICT : rejection;
    answer.results.push({
      index,
      status,
      ...(frames_id === null ? {} : { frames_id }),
      ...(reference === null ? {} : { reference }),
      ...(error === null ? {} : { error }),
    });
  });
  return answer;
}
