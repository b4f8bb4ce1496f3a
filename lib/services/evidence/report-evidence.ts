import { randomUUID } from "node:crypto";
import type { Transaction } from "@/db/client";
import { matchEvidence } from "@/db/queries/attach-evidence";
import { topicsForIntent } from "@/db/queries/case-topics";
import {
  evidenceContent,
  findEvidenceByContent,
  insertEvidence,
  lockIntentShards,
  type NewEvidence,
} from "@/db/queries/evidence";
import { foldEvidence } from "@/db/queries/fold-evidence";
import { addIntakeCounts } from "@/db/queries/intake-counts";
import { type LockedCase, lockCase } from "@/db/queries/lock-cases";
import { settleAutomatically } from "@/db/queries/settle-automatically";
import { readToolRules } from "@/db/queries/tools";
import { confinedScope } from "@/domain/case-scope";
import { validationError } from "@/domain/errors";
import { observedBy } from "@/domain/evidence";
import { instantFromDate } from "@/domain/instant";
import { tallyAnswer } from "@/domain/intake-tally";
import { applyPins } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { type Said, saidBy, saidOfEvidence } from "../said";

export type ReportEvidenceInput = {
  tool: string;
  idempotency_key: string;
  /** Undefined matches any value, an empty string "absent" only. */
  tenant?: string | undefined;
  environment?: string | undefined;
  service?: string | undefined;
  effect: "committed" | "absent";
  source: string;
  kind: string;
  external_id: string | null;
  url: string | null;
  note: string | null;
  observed_at: string;
};

export type ReportedEvidence = {
  evidence_id: string;
  /** False: kept and shown, but it belongs to no case yet, or could belong to several. */
  attached: boolean;
  case_id: string | null;
  because?: "no_case_yet" | "ambiguous_intent";
  /** The same report came before; it counts once. */
  duplicate: boolean;
};

/**
 * Takes what a machine saw outside and attaches it to its intent. It informs whoever holds the case, voids a
 * proposal, and reopens a settled case it speaks against; it settles only what the tool's settings let it.
 * Throws `pinned_by_key`, `observed_in_future`.
 */
export async function reportEvidence(
  ctx: ServiceContext,
  input: ReportEvidenceInput,
): Promise<ReportedEvidence> {
  const now = instantFromDate(ctx.now()).iso;
  const said = saidBy(ctx);
  const item = readItem(ctx, input, said, now);
  const { answer, before } = await ctx.db.transaction(async (tx) => {
    const attached = await attach(ctx, tx, item, now);
    await countEvidence(ctx, tx, attached.answer, now);
    return attached;
  });
  said.count();
  if (before !== null && !answer.duplicate) publishTopics(ctx, topicsForIntent(before));
  return answer;
}

/** Counts it as what came in from the key's source; a person's evidence comes from none. */
async function countEvidence(
  { caller: { source_id } }: ServiceContext,
  tx: Transaction,
  { duplicate }: ReportedEvidence,
  now: string,
): Promise<void> {
  if (source_id === null) return;
  const status = duplicate ? "duplicate" : "accepted";
  await addIntakeCounts(tx, tallyAnswer("evidence", { source_id, now: { iso: now } }, [{ status }]));
}

/** Names as the cases they are compared with are named: scrubbed as events are. */
function readItem(ctx: ServiceContext, input: ReportEvidenceInput, said: Said, now: string): NewEvidence {
  const { tenant, environment, service, observed_at: seen_at, ...given } = input;
  const { parts, conflict } = applyPins(ctx.caller.pins, { tenant, environment, service });
  if (conflict !== null)
    throw validationError("pinned_by_key", `This key reports only for its own ${conflict}.`, {
      field: conflict,
      received: input[conflict],
      permitted: [ctx.caller.pins[conflict]],
    });
  const observed_at = observedBy(seen_at, now);
  const item = {
    ...saidOfEvidence(said, given),
    ...{ tool: said.name(given.tool), source: said.name(given.source) },
    ...{ tenant: said.name(parts.tenant) || null, any_tenant: parts.tenant === null },
    ...{ environment: said.name(parts.environment) || null, any_environment: parts.environment === null },
    ...{ service: said.name(parts.service) || null, any_service: parts.service === null },
    observed_at,
  };
  const { kind, id, name } = ctx.caller;
  return {
    ...item,
    evidence_id: randomUUID(),
    case_id: null,
    received_at: now,
    ...{ by_kind: kind, by_id: id, by: name },
    content_hash: evidenceContent(item),
  };
}

type Attached = { answer: ReportedEvidence; before: LockedCase | null };

async function attach(
  ctx: ServiceContext,
  tx: Transaction,
  item: NewEvidence,
  now: string,
): Promise<Attached> {
  const { tool, idempotency_key } = item;
  if (!tool || !idempotency_key) throw new Error("evidence without a tool or a key");
  await lockIntentShards(tx, [{ tool, idempotency_key }], "alone");
  const known = await findEvidenceByContent(tx, item.content_hash ?? "");
  if (known !== null)
    return {
      answer: {
        ...{ evidence_id: known.evidence_id, attached: known.case_id !== null, case_id: known.case_id },
        duplicate: true,
      },
      before: null,
    };
  const rules = (await readToolRules(tx, [tool]))(tool);
  const match = await matchEvidence(tx, confinedScope(ctx.caller), item, rules.key_life_seconds);
  const before = match.case_id === null ? null : await lockCase(tx, confinedScope(ctx.caller), match.case_id);
  const { evidence_id } = item;
  await insertEvidence(tx, [before === null ? item : { ...item, case_id: before.case_id, attached_at: now }]);
  if (before !== null) {
    await foldEvidence(tx, { before, item, rules, actor: ctx.caller, now });
    await settleAutomatically(tx, before.case_id, item, rules, now);
  }
  const because = match.case_id === null ? { because: match.because } : {};
  return {
    answer: {
      evidence_id,
      attached: before !== null,
      case_id: before?.case_id ?? null,
      ...because,
      duplicate: false,
    },
    before,
  };
}
