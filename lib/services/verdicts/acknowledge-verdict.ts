import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import { QUEUE_TOPIC, topicOfCase } from "@/db/queries/case-topics";
import { expireVerdict } from "@/db/queries/expire-verdict";
import { lockCase } from "@/db/queries/lock-cases";
import { acknowledgeRow, findVerdict } from "@/db/queries/verdicts";
import { verdictNotFound } from "@/domain/case-errors";
import { confinedScope } from "@/domain/case-scope";
import { conflictError, type DomainError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";

export type Acknowledged = {
  verdict_id: string;
  case_id: string;
  acknowledged_at: string;
  acknowledged_by: string;
};

/**
 * A runtime takes a verdict before it acts, and acts only if this succeeds. The case is locked first, so
 * that a reopening either sees the acknowledgement or refuses it. The same key with the same `by`, which names
 * the run, gets the same answer again.
 * Throws `verdict_not_found`, `verdict_superseded`, `verdict_expired`, `already_acknowledged` (by whom).
 */
export async function acknowledgeVerdict(
  ctx: ServiceContext,
  input: { verdict_id: string; by: string },
): Promise<Acknowledged> {
  const now = instantFromDate(ctx.now()).iso;
  const known = await findVerdict(ctx.db, confinedScope(ctx.caller), input.verdict_id);
  if (known === null) throw verdictNotFound();
  const { case_id } = known.row;
  const said = saidBy(ctx);
  const by = said.name(input.by);
  const outcome = await ctx.db.transaction((tx) => take(ctx, tx, { ...input, by, case_id }, now));
  if (outcome.changed) publishTopics(ctx, [QUEUE_TOPIC, topicOfCase(case_id)]);
  if ("refused" in outcome) throw outcome.refused;
  said.count();
  return outcome.answer;
}

type Outcome = { changed: boolean } & ({ answer: Acknowledged } | { refused: DomainError });

async function take(
  ctx: ServiceContext,
  tx: Transaction,
  input: { verdict_id: string; case_id: string; by: string },
  now: string,
): Promise<Outcome> {
  const scope = confinedScope(ctx.caller);
  await lockCase(tx, scope, input.case_id);
  const taken = await acknowledgeRow(tx, scope, input.verdict_id, { id: ctx.caller.id, run: input.by }, now);
  const found = await findVerdict(tx, scope, input.verdict_id);
  if (found === null) throw verdictNotFound();
  const { verdict, row } = found;
  if (verdict.superseded_at !== null) return { changed: false, refused: superseded(row.verdict_id) };
  const expired = !taken && (await expireVerdict(tx, scope, verdict, now));
  if (expired) return { changed: true, refused: over(verdict.valid_until) };
  const { acknowledged_at, acknowledged_by, acknowledged_by_id } = verdict;
  if (acknowledged_at === null || acknowledged_by === null) throw verdictNotFound();
  // Two runtimes may call their runs by the same name: only one of them may act.
  if (acknowledged_by !== input.by || (acknowledged_by_id ?? ctx.caller.id) !== ctx.caller.id)
    return { changed: false, refused: takenByOther(acknowledged_by, acknowledged_at) };
  if (taken) await audit(ctx, tx, verdict.verdict_id, row, input.by);
  const answer = { verdict_id: verdict.verdict_id, case_id: row.case_id, acknowledged_at, acknowledged_by };
  return { changed: taken, answer };
}

const superseded = (current: string | null) =>
  conflictError("verdict_superseded", "This verdict no longer stands: do not act on it.", {
    hint: "Ask GET /api/v1/verdicts again and wait for the new one.",
    details: { current_verdict_id: current },
  });

const over = (valid_until: string | null) =>
  conflictError("verdict_expired", "A repeat is no longer known to be safe: do not act on this verdict.", {
    hint: "Stop. The case is open again; ask GET /api/v1/verdicts for the next verdict.",
    details: { valid_until },
  });

const takenByOther = (acknowledged_by: string, acknowledged_at: string) =>
  conflictError(
    "already_acknowledged",
    `${acknowledged_by} has taken this verdict: only one may act on it.`,
    {
      hint: "Do not act. `by` names one run, and only the key that took the verdict gets this answer again.",
      details: { acknowledged_by, acknowledged_at },
    },
  );

type Parts = {
  case_id: string;
  tenant: string | null;
  environment: string | null;
  service: string | null;
};

function audit(ctx: ServiceContext, tx: Transaction, verdict_id: string, row: Parts, by: string) {
  const { case_id, tenant, environment, service } = row;
  return recordAudit(tx, {
    actor: ctx.caller,
    action: "case.acknowledged",
    subject_kind: "case",
    subject_id: case_id,
    ...{ tenant, environment, service },
    details: { verdict_id, by },
  });
}
