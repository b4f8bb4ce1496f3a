import type { CommitItem, CommitOutcome } from "@/db/queries/commit-events";
import type { QuarantineItem } from "@/db/queries/quarantine";
import { type AttemptInput, attemptOfUnreadable, loneConflict } from "@/domain/attempt";
import { type EventRules, type PreparedEvent, prepareEvent, saysUnknown } from "@/domain/event";
import { eventConflict } from "@/domain/identity-conflict";
import { mapInSlices } from "@/domain/in-slices";
import { instantFromDate } from "@/domain/instant";
import type { BodyLeak } from "@/domain/leaks-in-body";
import type { Rejection } from "@/domain/reported-event";
import { digest } from "@/lib/platform/digest";
import { acceptedDays } from "../accepted-days";
import { classNamesOf } from "../class-names";
import type { Runtime, ServiceContext } from "../context";
import { attemptOf } from "../event-attempt";
import { ingestState } from "../ingest-state";
import { countItems } from "../measures";
import { partsOf, quarantineItemOf, textOfItem } from "../quarantine-item";
import { reportingSource } from "../reporting-source";
import { runtime } from "../runtime";
import { tallyScrubbed } from "../scrub-tally";
import { newScrub } from "../scrubbing";
import { unmappedCodesOf } from "../unmapped-codes";

/** One submitted item; where its text could not be read as JSON, the text, and why. */
export type SubmittedItem = {
  item: unknown;
  unreadable: Rejection | null;
  /** Whether NUL or lone surrogates were replaced in it. */
  sanitized: boolean;
};

export type RecordEventsInput = { items: readonly SubmittedItem[] };

export type ItemResult = {
  index: number;
  status: CommitOutcome["status"];
  event_id?: string;
  reference?: string;
  case_id?: string;
  error?: Rejection;
};

export type RecordEventsAnswer = Record<CommitOutcome["status"], number> & { results: ItemResult[] };

type Prepared = { commit: CommitItem; reference: string | null; rejection: Rejection | null };

/** What is prepared and stored at once of a request, so that of 20 MB only a part is held as rows as well. */
const PIECE_ITEMS = 1_000;

/**
 * Stores reported events and answers item by item, after the commits that hold them (CONTRACT "Events").
 * Throws `buffer_full` when too much waits, and whatever says that the database is away; what was stored before that
 * counts once when it is sent again.
 */
export async function recordEvents(
  ctx: ServiceContext,
  input: RecordEventsInput,
): Promise<RecordEventsAnswer> {
  const rt = runtime();
  const scrub = newScrub(ctx.settings);
  const rules = { ...rulesFor(ctx, rt), scrub };
  const answer: RecordEventsAnswer = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0, results: [] };
  for (let from = 0; from < input.items.length; from += PIECE_ITEMS) {
    const piece = input.items.slice(from, from + PIECE_ITEMS);
    const prepared = await mapInSlices(piece, (submitted) => prepare(submitted, rules));
    const commits = prepared.map(({ commit }) => commit);
    addOutcomes(answer, prepared, await ingestState(rt).events.submit(commits, commits.length));
  }
  tallyScrubbed(rt, rules.source_id, rules.now.iso.slice(0, 10), scrub.kinds);
  return countItems("events", answer);
}

function rulesFor(ctx: ServiceContext, rt: Runtime): EventRules {
  const now = instantFromDate(ctx.now());
  return {
    source_id: reportingSource(ctx.caller),
    pins: ctx.caller.pins,
    now,
    retention_days: acceptedDays(rt, ctx.settings, now.iso),
    unmapped_codes: unmappedCodesOf(ctx.settings),
    class_names: classNamesOf(ctx.settings),
    digest,
    sanitized: false,
  };
}

function prepare({ item, unreadable, sanitized }: SubmittedItem, shared: EventRules): Prepared {
  const rules = sanitized ? { ...shared, sanitized } : shared;
  if (unreadable) return rejected(item, unreadable, rules);
  const outcome = prepareEvent(item, rules);
  if (!outcome.ok) return rejected(item, outcome.rejection, rules);
  const commit = new AcceptableItem(outcome, item, rules);
  return { commit, reference: outcome.event.reference, rejection: null };
}

type Acceptable = Pick<CommitItem, "leaks" | "timeless"> & { event: PreparedEvent };

/** An item that is an event. A class, because naming two functions of its own cost each event 4 µs. */
class AcceptableItem implements CommitItem {
  readonly event: PreparedEvent;
  readonly leaks: readonly BodyLeak[];
  readonly timeless: boolean;
  readonly #item: unknown;
  readonly #rules: EventRules;

  constructor({ event, leaks, timeless }: Acceptable, item: unknown, rules: EventRules) {
    this.event = event;
    this.leaks = leaks;
    this.timeless = timeless;
    this.#item = item;
    this.#rules = rules;
  }

  quarantine(differs: readonly string[]): QuarantineItem {
    const rejection = eventConflict(differs, CONFLICT_HINT);
    return {
      ...quarantineItemOf({ ...common(this.#rules), item: this.#item, rejection }),
      event_id: this.event.event_id,
      lone_event: loneConflict(this.event),
    };
  }

  attempt(known: Parameters<CommitItem["attempt"]>[0]): AttemptInput | null {
    return attemptOf(this.event, known);
  }
}

/** What it leaves is made here: inside the transaction it would be made while rows are locked. */
function rejected(item: unknown, rejection: Rejection, rules: EventRules): Prepared {
  const { uuid } = digest(`${rules.source_id}:${textOfItem(item)}`);
  const row = quarantineItemOf({ ...common(rules), item, rejection });
  const quarantined = row.says_unknown ? { ...row, lone_event: uuid } : row;
  const attempt = saysUnknown(item) ? attemptOfRejected(item, rejection, uuid, rules) : null;
  const commit: CommitItem = {
    ...{ event: null, leaks: [], timeless: false },
    quarantine: () => quarantined,
    attempt: () => attempt,
  };
  return { commit, reference: null, rejection };
}

function attemptOfRejected(
  item: unknown,
  rejection: Rejection,
  uuid: string,
  { source_id, scrub, pins, now, class_names }: EventRules,
): AttemptInput {
  return attemptOfUnreadable({
    ...{ key: uuid, source_id, item, rejection, uuid },
    received_at: now.iso,
    parts: partsOf(item, pins, scrub),
    ...(class_names ? { class_names } : {}),
    ...(scrub ? { scrub } : {}),
  });
}

function common(rules: EventRules) {
  return {
    source_id: rules.source_id,
    door: "events" as const,
    pins: rules.pins,
    received_at: rules.now.iso,
    sanitized: rules.sanitized,
    scrub: rules.scrub,
  };
}

const CONFLICT_HINT = "Send a new event_id for a new failure.";

/** Of a piece, in the order of the items. */
function addOutcomes(
  answer: RecordEventsAnswer,
  prepared: readonly Prepared[],
  outcomes: readonly CommitOutcome[],
): void {
  const before = answer.results.length;
  outcomes.forEach((outcome, index) => {
    answer[outcome.status] += 1;
    const { reference, rejection } = prepared[index] ?? { reference: null, rejection: null };
    const error = outcome.status === "conflict" ? eventConflict(outcome.differs, CONFLICT_HINT) : rejection;
    const result: ItemResult = { index: before + index, status: outcome.status };
    if (outcome.event_id !== null) result.event_id = outcome.event_id;
    if (reference !== null) result.reference = reference;
    if (outcome.case_id !== null) result.case_id = outcome.case_id;
    if (error !== null) result.error = error;
    answer.results.push(result);
  });
}
