import type { Transaction } from "@/db/client";
import { adoptCases, type PreparedAdoption, takeEvidenceOfAdopted } from "@/db/queries/adopt-cases";
import { recordAudit } from "@/db/queries/audit";
import { type CommitItem, type CommitOutcome, readyToStore } from "@/db/queries/commit-events";
import { insertNotes } from "@/db/queries/notes";
import { partitionWidthDays } from "@/db/queries/partitions";
import { findCasesOf } from "@/db/queries/quarantine-read";
import type { AttemptInput } from "@/domain/attempt";
import { type PreparedEvent, prepareEvent } from "@/domain/event";
import { eventConflict } from "@/domain/identity-conflict";
import { mapInSlices } from "@/domain/in-slices";
import { eventOfMendedReport, isOfMcpReport } from "@/domain/mcp-result/mended-mcp-report";
import { rejectionInReplay, tooOldNow } from "@/domain/replay-rules";
import type { Rejection } from "@/domain/reported-event";
import { attemptOf } from "./event-attempt";
import { ingestState } from "./ingest-state";
import { readMcpRules } from "./mcp-rules";
import type { DoorSent, MendedItem, Sending, Sent } from "./mended-item";
import { unmappedCodesOf } from "./unmapped-codes";

/** What came as a report of an MCP result, and could not be read then, is read as such now that it is mended. */
async function readMcpReports(tx: Transaction, items: readonly MendedItem[]): Promise<readonly MendedItem[]> {
  const reports = items.filter(({ row }) => isOfMcpReport(row));
  if (reports.length === 0) return items;
  const rulesOf = await readMcpRules(
    tx,
    reports.map(({ item }) => item),
  );
  return items.map((one) =>
    isOfMcpReport(one.row) ? { ...one, item: eventOfMendedReport(one.item, rulesOf(one.rules)) } : one,
  );
}

type Prepared = { row: MendedItem["row"]; commit: CommitItem; rejection: Rejection | null };

/** Sends mended events through what `POST /api/v1/events` prepares and commits by. */
export async function sendEvents(sending: Sending, items: readonly MendedItem[]): Promise<DoorSent> {
  const { rt, tx, now, settings } = sending;
  const unmapped_codes = unmappedCodesOf(settings);
  const events = await readMcpReports(tx, items);
  const prepared = await mapInSlices(events, (one) => prepare(one, unmapped_codes, now));
  const casesOf = await findCasesOf(
    tx,
    items.map(({ row }) => row),
  );
  let adopted: PreparedAdoption[] = [];
  const { interning } = ingestState(rt);
  const commits = prepared.map(({ commit }) => commit);
  const { store, committed } = await readyToStore(rt.db, interning, commits, {
    now,
    partition_width_days: partitionWidthDays(settings.retention_days),
    beforeCases: async (_tx, outcomes) => {
      const unreadable = prepared.flatMap(({ row, commit }, index) => {
        const case_id = casesOf.get(row.quarantine_id);
        const attempt = isStored(outcomes[index]) ? attemptIn(commit) : null;
        return case_id === undefined || attempt === null ? [] : [{ case_id, attempt }];
      });
      adopted = await adoptCases(tx, unreadable);
    },
  });
  const { outcomes, topics } = await store(tx);
  if (adopted.length > 0) await takeEvidenceOfAdopted(tx, adopted, now);
  await tellCases(sending, prepared, outcomes, casesOf);
  return { sent: prepared.map((one, index) => sentOf(one, outcomes[index])), topics, committed: [committed] };
}

function prepare(
  { row, item, rules }: MendedItem,
  unmapped_codes: ReadonlySet<string>,
  now: string,
): Prepared {
  const { scrub, ...common } = rules;
  const outcome = prepareEvent(item, {
    ...common,
    unmapped_codes,
    sanitized: row.sanitized,
    ...(scrub === undefined ? {} : { scrub }),
  });
  if (!outcome.ok) return refused(row, rejectionInReplay(outcome.rejection));
  const { event, leaks, timeless } = outcome;
  const old = tooOldNow(event.occurred_at, "occurred_at", { now, retention_days: rules.retention_days });
  if (old !== null) return refused(row, old);
  return {
    row,
    rejection: null,
    commit: {
      event,
      leaks,
      timeless,
      quarantine: () => null,
      attempt: (known) => attemptOfMended(row, event, known),
    },
  };
}

function refused(row: MendedItem["row"], rejection: Rejection): Prepared {
  return {
    row,
    rejection,
    // It opened its case when it came, if it says unknown.
    commit: { event: null, leaks: [], timeless: false, quarantine: () => null, attempt: () => null },
  };
}

/** What conflicts stays in quarantine; its doubt is in a case already, unless only the mapping says so. */
function attemptOfMended(
  row: MendedItem["row"],
  event: PreparedEvent,
  known: Parameters<CommitItem["attempt"]>[0],
): AttemptInput | null {
  return known.conflicts && row.says_unknown ? null : attemptOf(event, known);
}

const attemptIn = (commit: CommitItem) => commit.attempt({ conflicts: false, inferred: false });

const isStored = (outcome: CommitOutcome | undefined) =>
  outcome?.status === "accepted" || outcome?.status === "duplicate";

function sentOf({ rejection }: Prepared, outcome: CommitOutcome | undefined): Sent {
  if (rejection !== null || outcome === undefined) return { outcome: "rejected", rejection, id: null };
  const { status, event_id, differs } = outcome;
  return {
    outcome: status,
    rejection: status === "conflict" ? eventConflict(differs, CONFLICT_HINT) : null,
    id: event_id,
  };
}

const CONFLICT_HINT = "Remove event_id to have it counted as another failure.";

type Linked = { row: MendedItem["row"]; own: string; event: PreparedEvent; joined: string | null };

/** Says on the case that an unreadable item opened where its event is now, and on that case where it comes from. */
async function tellCases(
  sending: Sending,
  prepared: readonly Prepared[],
  outcomes: readonly CommitOutcome[],
  casesOf: ReadonlyMap<number, string>,
): Promise<void> {
  const linked = prepared.flatMap(({ row, commit: { event } }, index): Linked[] => {
    const own = casesOf.get(row.quarantine_id);
    const outcome = outcomes[index];
    if (own === undefined || event === null || !isStored(outcome)) return [];
    return [{ row, own, event, joined: outcome?.case_id ?? null }];
  });
  for (const one of linked) await tellOf(sending, one);
}

async function tellOf(
  { tx, by, now, replay_id }: Sending,
  { row, own, event, joined }: Linked,
): Promise<void> {
  const elsewhere = joined !== null && joined !== own;
  const note = { kind: "note" as const, by, now };
  const notes = [{ ...note, case_id: own, text: wordsFor(event, elsewhere ? joined : null, joined === own) }];
  if (elsewhere)
    notes.push({
      ...note,
      case_id: joined,
      text: `The event ${event.reference} could not be read when it came and opened the case ${own}. It was mended and sent again, and is an attempt of this case now. Give both the same answer.`,
    });
  await insertNotes(tx, notes);
  const { tenant, environment, service } = event;
  await recordAudit(tx, {
    ...{ actor: by, action: "case.mended", subject_kind: "case", subject_id: own },
    ...{ tenant, environment, service },
    details: {
      ...{ quarantine_id: row.quarantine_id, replay_id, reference: event.reference },
      ...{ event_id: event.event_id, goes_on_in: joined },
    },
  });
}

function wordsFor(event: PreparedEvent, elsewhere: string | null, adopted: boolean): string {
  const sent = `What could not be read was mended and sent again as the event ${event.reference}`;
  if (elsewhere !== null)
    return `${sent}. Its intent has a case already: ${elsewhere}. Settle that one, and give this one the same answer.`;
  if (adopted) return `${sent}, which goes on in this case.`;
  return `${sent}, with the effect ${event.effect ?? "not reported"}. That speaks for the attempt; whether the effect is settled is for a person to say.`;
}
