import type { Transaction } from "@/db/client";
import { countInDoubt } from "@/db/queries/attempts-in-doubt";
import { recordAudit } from "@/db/queries/audit";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { auditEvidence, foldEvidence } from "@/db/queries/fold-evidence";
import { type LockedCase, lockCase } from "@/db/queries/lock-cases";
import { keepSighting } from "@/db/queries/probe-evidence";
import {
  findProbe,
  insertProbeRun,
  type ProbeRunRow,
  probeRunAnswer,
  scheduleProbe,
} from "@/db/queries/probes";
import { settleAutomatically } from "@/db/queries/settle-automatically";
import { readToolRules } from "@/db/queries/tools";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { notFoundError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { nextProbeAt } from "@/domain/probe-schedule";
import { type AskedOfCase, askAboutCase } from "../ask-about-case";
import type { ServiceContext } from "../context";
import { measures } from "../measures";
import { publishTopics } from "../publish";

export type RunProbeInput = {
  case_id: string;
  /** How often a duty has asked in this opening, this time included; undefined when somebody asks. */
  tries?: number | undefined;
};

/**
 * Asks a tool's outside system about one case, now, and attaches what it says as evidence seen when it was
 * asked. A failure is a run with its reason, and no evidence. Nothing is held while the network is used; what
 * became of the case meanwhile is found out afterwards, under its lock.
 * Throws `case_not_found`, `probe_not_found`.
 */
export async function runProbe(
  ctx: ServiceContext,
  input: RunProbeInput,
): Promise<{ run: ReturnType<typeof probeRunAnswer>; case: CaseAnswer }> {
  const scope = caseScopeOf(ctx.caller);
  const row = await findCase(ctx.db, scope, input.case_id);
  if (row === null) throw caseNotFound();
  const probe = row.tool === null ? null : await findProbe(ctx.db, row.tool);
  if (probe === null)
    throw notFoundError("probe_not_found", "The tool of this case has no probe.", {
      hint: "An engineer can add one under Settings, Tools.",
    });
  const asked = await askAboutCase(ctx, row, probe);
  const now = instantFromDate(ctx.now()).iso;
  const result = await ctx.db.transaction(async (tx) => {
    const before = await lockCase(tx, scope, input.case_id);
    if (before === null) throw caseNotFound();
    const run = await record(ctx, tx, before, await stillHolds(tx, before, asked), {
      now,
      opening: row.opening,
    });
    if (input.tries !== undefined)
      await scheduleProbe(tx, before.case_id, nextProbeAt(before, input.tries, now));
    const after = await findCase(tx, scope, input.case_id);
    const [view] = after === null ? [] : await viewCases(tx, [after], { caller: ctx.caller, now });
    if (view === undefined) throw caseNotFound();
    return { run: probeRunAnswer(run), case: view };
  });
  measures().probeRuns.inc({ outcome: result.run.outcome });
  publishTopics(ctx, topicsForIntent(result.case));
  return result;
}

/** An attempt that joined meanwhile was not asked about, so that those that were are not all of them. */
async function stillHolds(tx: Transaction, before: LockedCase, asked: AskedOfCase): Promise<AskedOfCase> {
  if (asked.outcome !== "absent" || asked.in_doubt === null) return asked;
  if ((await countInDoubt(tx, before.case_id)) === asked.in_doubt) return asked;
  const message = "Another attempt joined while it was asked.";
  return { ...asked, outcome: "inconclusive", error: { code: "not_all_asked", message } };
}

async function record(
  ctx: ServiceContext,
  tx: Transaction,
  before: LockedCase,
  asked: AskedOfCase,
  at: { now: string; opening: number },
): Promise<ProbeRunRow> {
  const evidence_id = await attach(tx, before, asked, at.now);
  const { case_id, tenant, environment, service } = before;
  const { kind, id, name } = ctx.caller;
  const { asked_at, duration_ms, outcome, status, error } = asked;
  const found = asked.tally ?? asked.found;
  const run = await insertProbeRun(tx, {
    ...{ case_id, opening: at.opening, by_kind: kind, by_id: id, by: name, asked_at, duration_ms, outcome },
    ...{ status, error: error?.code ?? null, found, evidence_id },
  });
  // What a duty asks, again and again, is told by its runs; who asked by hand is in the audit as well.
  if (kind !== "system")
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "case.probed", subject_kind: "case", subject_id: case_id },
      ...{ tenant, environment, service },
      details: { run_id: run.run_id, outcome, status, evidence_id },
    });
  return run;
}

/** What was seen becomes evidence, changes the case by the rules of any evidence, and may settle it. */
async function attach(
  tx: Transaction,
  before: LockedCase,
  asked: AskedOfCase,
  now: string,
): Promise<string | null> {
  const { outcome, asked_at, url } = asked;
  if (outcome === "failed" || outcome === "inconclusive") return null;
  const seen = { effect: outcome, observed_at: asked_at, url, note: noteOf(asked) };
  const { item, isNew } = await keepSighting(tx, before, seen, now);
  const rules = (await readToolRules(tx, before.tool === null ? [] : [before.tool]))(before.tool);
  if (isNew) await foldEvidence(tx, { before, item, rules, actor: SYSTEM_CALLER, now });
  else await auditEvidence(tx, "case.evidence_refreshed", before, item, SYSTEM_CALLER);
  await settleAutomatically(tx, before.case_id, item, rules, now);
  return item.evidence_id;
}

function noteOf({ status, found, rule, tally }: AskedOfCase): string {
  const value = found === null ? "" : `, found “${found}”`;
  const held = rule === null ? "" : `: rule ${rule + 1} holds`;
  const answered = status === null ? "" : `The probe was answered ${status}${value}${held}. `;
  return `${answered}${tally === null ? "" : `${tally}.`}`.trim();
}
