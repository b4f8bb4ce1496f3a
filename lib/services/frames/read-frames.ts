import { recordAudit } from "@/db/queries/audit";
import { readKind } from "@/db/queries/frame-kinds";
import { type FramesRow, readFramesRows } from "@/db/queries/frames-read";
import { notFoundError } from "@/domain/errors";
import { exceptionsOf, type FramesPayload } from "@/domain/frames-payload";
import { type EventFacts, type FramesFacts, framesBelong } from "@/domain/occurrences";
import { may, type Pins } from "@/domain/permissions";
import type { Scrub } from "@/domain/scrub/scrub-value";
import type { ServiceContext } from "../context";
import { openPayload } from "../frames-payload";
import { type KnownOccurrence, readOccurrences } from "../read-occurrences";
import { newScrub } from "../scrubbing";

export type ReadFramesInput = { reference: string; event_id?: string | undefined };

const RECORDS_MAX = 20;

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
      details: { view, event_id: input.event_id?.toLowerCase() ?? null, records: newest.length },
    });
    return readFramesRows(
      tx,
      input.reference,
      newest.map(({ facts }) => facts.frames_id),
    );
  });
  const opened = await Promise.all(rows.map((row) => open(row, newScrub(ctx.settings))));
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
    kinds: view === "full" ? await kindsOf(ctx, rows) : [],
    left_out: items.length + may_belong.length - newest.length,
  };
}

/** One record alone may have many kinds of failure beside it under one reference; these are enough to read. */
const KINDS_SHOWN = 5;

/** Where the failures of these records were seen besides, newest record first. */
async function kindsOf({ db, caller }: ServiceContext, rows: readonly FramesRow[]) {
  const fingerprints = [...new Set(rows.flatMap(({ fingerprint }) => fingerprint ?? []))];
  const kinds = await Promise.all(
    fingerprints.slice(0, KINDS_SHOWN).map(async (fingerprint) => {
      const kind = await readKind(db, fingerprint, caller.confinement);
      return kind === null ? [] : [{ fingerprint, ...kind }];
    }),
  );
  return kinds.flat();
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

async function open({ payload, ...columns }: FramesRow, scrub: Scrub): Promise<Opened> {
  try {
    return { ...columns, ...contentOf(await openPayload(payload), columns.language, scrub) };
  } catch {
    // One damaged record must not hide its neighbours.
    const nothing = { exceptions: [], raw: null, arguments: null, context: null };
    return { ...columns, ...contentOf({ ...nothing, marks: ["unreadable"] }, null, scrub) };
  }
}

function contentOf(payload: FramesPayload, language: string | null, scrub: Scrub) {
  return {
    exceptions: exceptionsOf(payload, language, scrub).map((exception) => ({
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

/** Those who may see arguments only get no byte of the trace, and not what was made of it. */
function visible(record: Opened, view: "full" | "arguments"): Opened {
  if (view === "full") return record;
  const nothing = { exception_type: null, fingerprint: null, top_frame: null, raw: null, context: null };
  return { ...record, ...nothing, exceptions: [] };
}
