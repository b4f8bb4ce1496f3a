import type { EventRow } from "@/db/queries/events-read";
import { findExpiredReferences } from "@/db/queries/expired-references";
import { readFrameViewers } from "@/db/queries/frame-views";
import { type AttemptsOfIntent, readIntentAttempts } from "@/db/queries/intent-attempts";
import type { CaseOfIntent } from "@/db/queries/intent-case";
import { readRejections } from "@/db/queries/references";
import { readRefusedFrames } from "@/db/queries/refused-frames";
import { isReadOnlyTool, readAttemptRows, readRateAround, readRunRows } from "@/db/queries/report";
import { betterBody, bettermentsOf, withoutLeaks } from "@/domain/better-body";
import { effectOfAttempts } from "@/domain/effect-of-attempts";
import { type DomainError, notFoundError } from "@/domain/errors";
import { eventViewOf, toEventItem } from "@/domain/event-item";
import { toMatch } from "@/domain/look-up";
import { modelBodyOf } from "@/domain/model-body";
import { type Caller, may } from "@/domain/permissions";
import { checkReference } from "@/domain/reference";
import { isMeantFor, type RefusedFrames } from "@/domain/refused-frames";
import { isSameIntent, toOtherAttempts, toRunTurns } from "@/domain/run-turns";
import { casePartsFor } from "../case-parts";
import type { ServiceContext } from "../context";
import { describeRejections } from "../describe-rejections";
import { type Doubt, findDoubt } from "../find-doubt";
import { isCutOff, type KnownOccurrence, readOccurrenceOf, readOccurrences } from "../read-occurrences";
import { sayInWords } from "../say-in-words";

export type ReadReportInput = { reference: string; event_id?: string | undefined };

/**
 * Everything about the failure that a reference means, as far as the caller may know: never a stack frame or
 * an argument. `several` without an event chosen names the matches only. Throws `reference_not_found`,
 * whose `answer` says whether it was rejected, is not here yet, has expired, or was never seen, and `event_not_found`
 * where only the event is not known.
 */
export async function readReport(ctx: ServiceContext, input: ReadReportInput) {
  const occurrences = await readOccurrences(ctx, [input.reference]);
  if (occurrences.length === 0) throw await notFound(ctx, input.reference);
  const cut = isCutOff(occurrences);
  const chosen = await choose(ctx, { occurrences, cut, ...input });
  const about = chosen === undefined ? NOTHING : await describe(ctx, chosen, occurrences);
  const matches = occurrences.map((one) => toMatch(one, one.case));
  return {
    reference: input.reference,
    check: checkReference(input.reference),
    answer: occurrences.length === 1 && !cut ? ("found" as const) : ("several" as const),
    matches,
    more: cut ? { matches: 0, at_least: true } : null,
    ...about,
  };
}

const NOTHING = {
  events: [],
  say_to_user: null,
  model_body: null,
  better_body: null,
  frames: { recorded: 0, visible: false, seen_by: [], refused: [] },
  case: null,
  case_by_intent: false,
  case_by_reference: false,
  case_visible: false,
  case_reported: false,
  run: [],
  other_attempts: [],
  rate_around: null,
};

type Choice = ReadReportInput & { occurrences: readonly KnownOccurrence[]; cut: boolean };

/** The only one, or the one with this event; undefined when somebody must choose. */
async function choose(
  ctx: ServiceContext,
  { occurrences, cut, reference, event_id }: Choice,
): Promise<KnownOccurrence | undefined> {
  if (event_id === undefined) return occurrences.length === 1 && !cut ? occurrences[0] : undefined;
  const wanted = event_id.toLowerCase();
  const chosen = cut
    ? await readOccurrenceOf(ctx, reference, wanted)
    : occurrences.find(({ events }) => events.some((event) => event.event_id === wanted));
  if (!chosen) throw eventNotFound(wanted, occurrences);
  return chosen;
}

const PERMITTED_MOST = 20;

function eventNotFound(event_id: string, occurrences: readonly KnownOccurrence[]): DomainError {
  const ids = occurrences.flatMap(({ events }) => events.at(-1)?.event_id ?? []);
  return notFoundError(
    "event_not_found",
    "The reference is known, but this is not the event_id of a failure it stands for.",
    { field: "event_id", received: event_id, permitted: ids.slice(0, PERMITTED_MOST) },
  );
}

async function describe(ctx: ServiceContext, chosen: KnownOccurrence, all: readonly KnownOccurrence[]) {
  const { confinement } = ctx.caller;
  const [frames, rows] = await Promise.all([
    framesOf(ctx, chosen),
    chosen.events.length === 0 ? [] : readAttemptRows(ctx.db, chosen.events, confinement),
  ]);
  const last = rows.at(-1);
  if (last === undefined) return { ...NOTHING, frames };
  const [run, { intent, ...doubt }, rate_around, read_only] = await Promise.all([
    last.run_id === null ? [] : readRunRows(ctx.db, { ...last, run_id: last.run_id }, confinement),
    intentOf(ctx, { chosen, rows, last, all }),
    readRateAround(ctx.db, last, confinement),
    isReadOnlyTool(ctx.db, last.tool),
  ]);
  return {
    ...sayAndShow(ctx, { rows, last, doubt, read_only }),
    frames,
    ...caseParts(ctx.caller, doubt.case),
    case_by_intent: doubt.found_by === "intent",
    case_by_reference: doubt.found_by === "reference",
    run: toRunTurns(run, rows),
    other_attempts: toOtherAttempts(intent.newest, rows),
    rate_around,
  };
}

type OfIntent = {
  chosen: KnownOccurrence;
  rows: readonly EventRow[];
  last: EventRow;
  all: readonly KnownOccurrence[];
};

/** The other attempts of its intent, and with them what is known of its effect and the case that speaks for it. */
async function intentOf(
  ctx: ServiceContext,
  { chosen, rows, last, all }: OfIntent,
): Promise<Doubt & { intent: AttemptsOfIntent }> {
  const intent = await attemptsOf(ctx, last);
  const effect = effectOfIntent(rows, last, intent);
  const others = all.filter((one) => one !== chosen).flatMap(({ events }) => events.map(({ tool }) => tool));
  const tools = new Set(others.filter((tool) => chosen.events.every((event) => event.tool !== tool)));
  return { intent, ...(await findDoubt(ctx, { chosen, last, effect, other_tools: [...tools] })) };
}

async function attemptsOf({ db, caller }: ServiceContext, last: EventRow): Promise<AttemptsOfIntent> {
  const { idempotency_key } = last;
  if (idempotency_key === null) return { effects: [], newest: [] };
  return readIntentAttempts(db, { ...last, idempotency_key }, caller.confinement);
}

/** That there are frames is no secret, nor that some were refused; what stood in them, and who looked, is. */
async function framesOf({ db, caller }: ServiceContext, { reference, events, frames }: KnownOccurrence) {
  const visible = may(caller, "frames.read");
  const event_ids = events.map(({ event_id }) => event_id);
  const [seen_by, refused] = await Promise.all([
    visible ? readFrameViewers(db, { reference, event_ids }, caller) : [],
    readRefusedFrames(db, reference, caller.confinement),
  ]);
  const meant = refused.filter((one) => isMeantFor(one, events));
  return {
    recorded: frames.length,
    visible,
    seen_by,
    refused: meant.map((one) => shownRefusal(one, visible)),
  };
}

const shownRefusal = ({ reason, detail, received_at }: RefusedFrames, visible: boolean) => ({
  ...{ reason, detail: visible ? detail : null, received_at },
});

type Described = {
  rows: readonly EventRow[];
  last: EventRow;
  doubt: Doubt;
  read_only: boolean;
};

function sayAndShow(ctx: ServiceContext, { rows, last, doubt, read_only }: Described) {
  const view = eventViewOf(ctx.caller);
  const about = toEventItem(last, view);
  const model_body = modelBodyOf(about);
  const clean = withoutLeaks(about);
  const missing = bettermentsOf(clean, read_only ? false : null);
  return {
    events: rows.map((row) => toEventItem(row, view)),
    say_to_user: sayInWords(ctx, {
      ...about,
      effect: doubt.effect,
      retry_after: secondsOf(about.retry_after),
      user_message: about.user_message ?? null,
      read_only,
      case: doubt.case,
    }),
    model_body,
    better_body: missing.length === 0 ? null : { missing, body: betterBody(modelBodyOf(clean), missing) },
  };
}

/** A number beyond a double comes carried as text. */
function secondsOf(sent: unknown): number | null {
  return sent === undefined || sent === null ? null : Number(sent);
}

/** Of the attempts under this reference, and of all others of the intent, whatever their reference and run. */
function effectOfIntent(rows: readonly EventRow[], last: EventRow, { effects }: AttemptsOfIntent) {
  const here = rows.filter((row) => isSameIntent(row, last));
  return effectOfAttempts([...here, ...effects.map((effect) => ({ effect }))]);
}

function caseParts(caller: Caller, found: CaseOfIntent | null) {
  return found === null
    ? { case: null, case_visible: false, case_reported: false }
    : casePartsFor(caller, found);
}

async function notFound(ctx: ServiceContext, reference: string): Promise<DomainError> {
  const wanted = { references: [reference.replaceAll("\0", "")], skeletons: [] };
  const rejected = await readRejections(ctx.db, wanted, ctx.caller.confinement);
  const rejections = await describeRejections(ctx, rejected);
  const expired =
    rejected.length > 0 ? [] : await findExpiredReferences(ctx.db, wanted.references, ctx.caller.confinement);
  const answer = absenceOf({ rejections, rejected, expired });
  return notFoundError("reference_not_found", MESSAGES[answer], {
    received: reference,
    details: { answer, rejections, expired },
  });
}

type Absence = Record<"rejections" | "rejected" | "expired", readonly unknown[]>;

function absenceOf({ rejections, rejected, expired }: Absence): keyof typeof MESSAGES {
  if (rejections.length > 0) return "rejected";
  if (rejected.length > 0) return "not_yet";
  return expired.length > 0 ? "expired" : "never";
}

const MESSAGES = {
  rejected: "A failure with this reference was reported, but refused as invalid.",
  not_yet: "This reference is known, but its failure has not arrived yet.",
  expired: "A failure with this reference was here, and was dropped by retention.",
  never: "No failure with this reference is known.",
} as const;
