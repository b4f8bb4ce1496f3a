import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { recordAudit } from "@/db/queries/audit";
import { type FramesRow, readFramesRows } from "@/db/queries/frames-read";
import { notFoundError } from "@/domain/errors";
import type { FramesPayload } from "@/domain/frames-record";
import { parseJson } from "@/domain/json";
import { type EventFacts, type FramesFacts, framesBelong } from "@/domain/occurrences";
import { may, type Pins } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { type KnownOccurrence, readOccurrences } from "../read-occurrences";

export type ReadFramesInput = { reference: string; event_id?: string | undefined };

/** A record is at most 1 MiB of text when it is stored; more than this is not ours. */
const PAYLOAD_BYTES_MAX = 16 * 1024 * 1024;
const RECORDS_MAX = 20;

const decompress = promisify(gunzip);

/**
 * The frames of a reference, or of one event under it; each view is written to the audit before it is
 * answered. Callers who may see arguments only get those. Throws `frames_not_found`: nothing there, or
 * nothing the caller may know of.
 */
export async function readFrames(ctx: ServiceContext, input: ReadFramesInput) {
  const occurrences = await readOccurrences(ctx, [input.reference]);
  const { items, may_belong } = select(occurrences, input.event_id?.toLowerCase());
  const newest = [...items, ...may_belong].slice(0, RECORDS_MAX);
  if (newest.length === 0)
    throw notFoundError("frames_not_found", "No frames are known under this reference.", {
      received: input.reference,
    });
  const view = may(ctx.caller, "frames.read") ? ("full" as const) : ("arguments" as const);
  const rows = await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "frames.read",
      subject_kind: "reference",
      subject_id: input.reference,
      ...newest[0]?.parts,
      details: { view, event_id: input.event_id ?? null, records: newest.length },
    });
    return readFramesRows(
      tx,
      input.reference,
      newest.map(({ facts }) => facts.frames_id),
    );
  });
  const opened = await Promise.all(rows.map(open));
  const recordsOf = (chosen: readonly Chosen[]) =>
    chosen.flatMap(({ facts, event_id }) => {
      const { frames_id, captured_at } = facts;
      const record = opened.find((one) => one.frames_id === frames_id && one.captured_at === captured_at);
      return record === undefined ? [] : [visible({ ...record, event_id }, view)];
    });
  return {
    reference: input.reference,
    view,
    items: recordsOf(items),
    may_belong: recordsOf(may_belong),
    left_out: items.length + may_belong.length - newest.length,
  };
}

type Chosen = { facts: FramesFacts; event_id: string | null; parts: Pins };

/** What the frames leave unsaid, their event says. */
function withOwner(facts: FramesFacts, events: readonly EventFacts[]): Chosen {
  const owner = events.find((event) => framesBelong(event, facts));
  const parts = {
    tenant: facts.tenant ?? owner?.tenant ?? null,
    environment: facts.environment ?? owner?.environment ?? null,
    service: facts.service ?? owner?.service ?? null,
  };
  return { facts, event_id: owner?.event_id ?? facts.event_id, parts };
}

function select(
  occurrences: readonly KnownOccurrence[],
  event_id: string | undefined,
): { items: Chosen[]; may_belong: Chosen[] } {
  const wanted = occurrences.filter(
    ({ events }) => event_id === undefined || events.some((event) => event.event_id === event_id),
  );
  const items = wanted.flatMap(({ frames, events }) => frames.map((facts) => withOwner(facts, events)));
  // The same loose record stands beside every occurrence of the reference.
  const loose = new Set(wanted.flatMap(({ may_belong }) => may_belong));
  return {
    items: items.sort(newestFirst),
    may_belong: [...loose].map((facts) => withOwner(facts, [])).sort(newestFirst),
  };
}

const newestFirst = (a: Chosen, b: Chosen) => (a.facts.captured_at < b.facts.captured_at ? 1 : -1);

type Opened = Omit<FramesRow, "payload"> & ReturnType<typeof contentOf>;

async function open({ payload, ...columns }: FramesRow): Promise<Opened> {
  try {
    const bytes = await decompress(payload, { maxOutputLength: PAYLOAD_BYTES_MAX });
    return { ...columns, ...contentOf(parseJson(bytes.toString("utf8")) as FramesPayload) };
  } catch {
    // One damaged record must not hide its neighbours.
    const nothing = { exceptions: [], raw: null, arguments: null, context: null };
    return { ...columns, ...contentOf({ ...nothing, marks: ["unreadable"] }) };
  }
}

function contentOf(payload: FramesPayload) {
  return {
    exceptions: (payload.exceptions ?? []).map((exception) => ({
      ...exception,
      frames: exception.frames ?? [],
    })),
    raw: payload.raw,
    arguments: objectOrNull(payload.arguments),
    context: objectOrNull(payload.context),
    marks: payload.marks,
  };
}

function objectOrNull(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/** Those who may see arguments only get no byte of the trace. */
function visible(record: Opened, view: "full" | "arguments"): Opened {
  if (view === "full") return record;
  return { ...record, exception_type: null, exceptions: [], raw: null, context: null };
}
