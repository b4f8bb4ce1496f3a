import type { Transaction } from "@/db/client";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { addReporter, findCase } from "@/db/queries/cases";
import { applyCaseChanges } from "@/db/queries/change-cases";
import { type EventPointer, readEventAttempts } from "@/db/queries/event-attempt";
import { joinCases } from "@/db/queries/join-cases";
import { factsOf, lockCase } from "@/db/queries/lock-cases";
import { insertNote, isReported } from "@/db/queries/notes";
import { readToolRules } from "@/db/queries/tools";
import type { AttemptInput } from "@/domain/attempt";
import { reopen } from "@/domain/case-rules";
import { confinedScope } from "@/domain/case-scope";
import { conflictError, forbiddenError, notFoundError, validationError } from "@/domain/errors";
import { observedBy } from "@/domain/evidence";
import { instantFromDate } from "@/domain/instant";
import { outsidePart } from "@/domain/outside-part";
import { applyPins } from "@/domain/permissions";
import { referenceShape } from "@/domain/reported-event";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { type Said, saidBy } from "../said";

export type ReportFromScratch = {
  tool: string;
  tenant?: string | undefined;
  environment?: string | undefined;
  service?: string | undefined;
  idempotency_key?: string | undefined;
  reference?: string | undefined;
  /** When it was tried, as far as the reporter knows; left out: now, which is the careful guess. */
  occurred_at?: string | undefined;
};

export type OpenCaseInput = { reason: string } & ({ event: EventPointer } | { report: ReportFromScratch });

/**
 * Opens a case by hand: "the user says they were charged twice". If the intent has a case already, that one
 * is answered, and reopened when it was settled. The same report by the same reporter counts once: sent again
 * after the verdict, by a client that missed the answer, it voids nothing.
 * Throws `event_not_found`, `ambiguous_event`, `pinned_by_key`, and `case_outside_your_part` and `forbidden` outside the
 * caller's confinement.
 */
export async function openCase(ctx: ServiceContext, input: OpenCaseInput): Promise<CaseAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  const said = saidBy(ctx);
  const reason = said.text(input.reason);
  const { view, topics } = await ctx.db.transaction(async (tx) => {
    const attempt =
      "event" in input
        ? await fromEvent(ctx, tx, input.event)
        : fromScratch(ctx, said, input.report, reason, now);
    const opener = { actor: ctx.caller, reporter_id: ctx.caller.id, reason, by_hand: true };
    const [joined] = await joinCases(tx, [attempt], now, opener);
    if (!joined?.case_id) throw new Error("a case opened by hand was not opened");
    const { case_id, outcome, topics } = joined;
    // Only an attempt that is new has something to publish.
    const report = { reason, isNewAttempt: topics.length > 0 };
    if (outcome !== "opened") await joinExisting(ctx, tx, case_id, report, now);
    const row = await findCase(tx, confinedScope(ctx.caller), case_id);
    const [view] = row === null ? [] : await viewCases(tx, [row], { caller: ctx.caller, now });
    return { view, topics };
  });
  if (view === undefined) throw forbiddenError();
  said.count();
  publishTopics(ctx, [...topics, ...topicsForIntent(view)]);
  return view;
}

async function fromEvent(ctx: ServiceContext, tx: Transaction, pointer: EventPointer): Promise<AttemptInput> {
  const found = await readEventAttempts(tx, ctx.caller.confinement, pointer);
  if (found.length > 1)
    throw conflictError("ambiguous_event", "More than one event has this id and reference.", {
      field: "occurred_at",
      hint: "Name its occurred_at as well.",
    });
  const [event] = found;
  if (event === undefined)
    throw notFoundError("event_not_found", "There is no such event, or it is older than what is kept.", {
      hint: "Open the case from scratch: name the tool and what you know.",
    });
  return event;
}

/** Names as events' are stored, so that it meets its intent; what is no reference is text. */
function fromScratch(
  ctx: ServiceContext,
  said: Said,
  report: ReportFromScratch,
  reason: string,
  now: string,
): AttemptInput {
  const { parts, conflict } = applyPins(ctx.caller.pins, report);
  if (conflict !== null)
    throw validationError("pinned_by_key", `This key works only in its own ${conflict}.`, {
      field: conflict,
    });
  const { tenant, environment, service } = {
    tenant: said.name(parts.tenant) || null,
    environment: said.name(parts.environment) || null,
    service: said.name(parts.service) || null,
  };
  const outside = outsidePart(ctx.caller.confinement, { tenant, environment, service });
  if (outside !== null)
    throw validationError(
      "case_outside_your_part",
      "You see a part of this installation, and the case would lie outside it.",
      { ...outside, hint: `Say of which ${outside.field} it is.` },
    );
  const { idempotency_key = null, reference: sent = null } = report;
  const tool = said.name(report.tool);
  const reference = sent === null || referenceShape.safeParse(sent).success ? sent : said.text(sent);
  return {
    key: "by hand",
    ...{ source_id: null, event_id: null, reference, tool, tenant, environment, service },
    occurred_at: report.occurred_at === undefined ? now : observedBy(report.occurred_at, now),
    idempotency_key: idempotency_key || null,
    ...{ code: "reported_by_hand", class: "unclassified", effect: "unknown", unreadable: null },
    ...{ run_id: null, call_id: null, arguments_hash: null },
    lone_event: JSON.stringify([
      ctx.caller.id,
      { ...report, tool, reference, tenant, environment, service },
      reason,
    ]),
    snapshot: { reported_by: ctx.caller.name, reason },
  };
}

/** The intent is in the queue already: the reporter may follow it, and a settled one is looked at again. */
async function joinExisting(
  ctx: ServiceContext,
  tx: Transaction,
  case_id: string,
  report: { reason: string; isNewAttempt: boolean },
  now: string,
): Promise<void> {
  const before = await lockCase(tx, confinedScope(ctx.caller), case_id);
  if (before === null) throw forbiddenError();
  const said = await isReported(tx, before, ctx.caller.id, report.reason);
  if (said && !report.isNewAttempt) return;
  await addReporter(tx, case_id, ctx.caller.id);
  if (before.state === "settled") {
    const rules = (await readToolRules(tx, before.tool === null ? [] : [before.tool]))(before.tool);
    const change = reopen(factsOf(before), "by_hand", { rules, now });
    await applyCaseChanges(tx, [{ before, change, opened: false }], ctx.caller, now);
  }
  if (!said) await insertNote(tx, { case_id, kind: "report", text: report.reason, by: ctx.caller, now });
}
