import { randomUUID } from "node:crypto";
import { recordAudit } from "@/db/queries/audit";
import { findBulk, insertBulk, setBulkTotal } from "@/db/queries/bulk-actions";
import { freezeNamed, freezeView } from "@/db/queries/bulk-items";
import { type BulkAnswer, viewBulk } from "@/db/queries/bulk-view";
import { readAssignee } from "@/db/queries/callers";
import { cannotBeAssigned } from "@/domain/assignment";
import { BULK_MOST_CASES, type BulkParameters } from "@/domain/bulk";
import { bulkNotFound, casesNotFound, setEmpty, setTooLarge } from "@/domain/bulk-errors";
import { capabilityFor } from "@/domain/bulk-rules";
import { type AskedCaseFilter, meantFilter } from "@/domain/case-filter";
import type { CaseView } from "@/domain/case-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import { readEvidence } from "@/domain/evidence";
import { instantFromDate } from "@/domain/instant";
import { may } from "@/domain/permissions";
import { snoozeInPast } from "@/domain/snooze";
import type { ServiceContext } from "../context";
import { type Said, saidBy, saidOfEvidence } from "../said";

export type BulkChoice = { case_ids: string[] } | (AskedCaseFilter & { view?: CaseView | undefined });

export type FreezeBulkInput = { parameters: BulkParameters; choose: BulkChoice };

/**
 * Freezes the cases that are to be acted on, as they are chosen now, and says what would become of each; nothing is
 * done yet. Throws `set_empty`, `set_too_large`, `case_not_found` for named ones, and what a single call would
 * throw whatever the case: `evidence_required`, `observed_in_future`, `forbidden`, `cannot_be_assigned`,
 * `snooze_in_past`.
 */
export async function freezeBulk(ctx: ServiceContext, input: FreezeBulkInput): Promise<BulkAnswer> {
  const { caller } = ctx;
  if (caller.kind === "system" || !may(caller, capabilityFor(input.parameters.kind))) throw forbiddenError();
  const now = instantFromDate(ctx.now()).iso;
  const said = saidBy(ctx);
  const parameters = await readParameters(ctx, input.parameters, said, now);
  const bulk_id = randomUUID();
  const by = { by_kind: caller.kind, by_id: caller.id, by: caller.name };
  await ctx.db.transaction(async (tx) => {
    const { kind } = parameters;
    const chosen_by = chosenBy(said.choice(input.choose));
    await insertBulk(tx, { bulk_id, kind, parameters, chosen_by, ...by, created_at: now });
    const total = await freeze(ctx, input.choose, { bulk_id, now }, tx);
    await setBulkTotal(tx, bulk_id, total);
    await recordAudit(tx, {
      ...{ actor: caller, action: "bulk.frozen", subject_kind: "bulk", subject_id: bulk_id },
      details: { kind, total, chosen_by },
    });
  });
  said.count();
  const row = await findBulk(ctx.db, caller, bulk_id);
  if (row === null) throw bulkNotFound();
  return viewBulk(ctx.db, row, caller, now);
}

/** What holds for every case is refused at once, and not only counted. */
async function readParameters(
  ctx: ServiceContext,
  parameters: BulkParameters,
  said: Said,
  now: string,
): Promise<BulkParameters> {
  switch (parameters.kind) {
    case "verdict":
      return {
        ...parameters,
        evidence: readEvidence(
          parameters.evidence.map((one) => saidOfEvidence(said, one)),
          now,
        ),
      };
    case "note":
      if (ctx.caller.kind !== "person") throw forbiddenError();
      return { ...parameters, text: said.text(parameters.text) };
    case "snooze":
      if (parameters.until > now) return parameters;
      throw snoozeInPast(parameters.until);
    case "assign": {
      const assignee = await readAssignee(ctx.db, parameters, now);
      if (parameters.person_id === null || (assignee !== null && may(assignee, "cases.work")))
        return parameters;
      throw cannotBeAssigned("parameters.person_id", parameters.person_id);
    }
    case "claim":
    case "release":
    case "agree":
      return parameters;
  }
}

type Freezing = { bulk_id: string; now: string };
type Tx = Parameters<typeof insertBulk>[0];

async function freeze(
  ctx: ServiceContext,
  choose: BulkChoice,
  { bulk_id, now }: Freezing,
  tx: Tx,
): Promise<number> {
  const viewer = { scope: caseScopeOf(ctx.caller), holder_id: ctx.caller.id, now };
  if ("case_ids" in choose) {
    const named = [...new Set(choose.case_ids)];
    const total = await freezeNamed(tx, bulk_id, viewer.scope, named);
    if (total < named.length) throw casesNotFound(named.length, total);
    return total;
  }
  const { view, ...asked } = choose;
  const filter = meantFilter(asked, ctx.caller.id, now);
  const total = await freezeView(tx, bulk_id, viewer, { view, filter }, BULK_MOST_CASES);
  if (total === 0) throw setEmpty();
  if (total > BULK_MOST_CASES) throw setTooLarge(total);
  return total;
}

/** For people to read again; of named ones the number says enough, since the items name them. */
function chosenBy(choose: BulkChoice): Record<string, unknown> {
  return "case_ids" in choose ? { case_ids: new Set(choose.case_ids).size } : choose;
}
