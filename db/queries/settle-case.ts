import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { verdicts } from "@/db/schema/verdicts";
import type { EvidenceGiven } from "@/domain/evidence";
import type { Ruling } from "@/domain/verdict";
import { approveProposals } from "./approve-proposals";
import type { Actor } from "./change-cases";
import type { LockedCase } from "./lock-cases";
import {
  auditVerdicts,
  moveCases,
  movedOn,
  proposeVerdicts,
  type Settlement,
  type Settler,
  settleCases,
} from "./settle-cases";
import type { VerdictRow } from "./verdicts";

export type NewVerdict = {
  found: LockedCase;
  ruling: Ruling;
  evidence: readonly EvidenceGiven[];
  overrules?: readonly string[];
  by: Actor;
  now: string;
};

/** Gives the verdict of this opening: it settles the case, the claim ends, the world is told. */
export function settleCase(tx: Transaction, given: NewVerdict): Promise<VerdictRow> {
  return one(tx, given, settleCases);
}

/** Puts the verdict to a second person: the claim is given up, a runtime still sees `pending`. */
export function proposeVerdict(tx: Transaction, given: NewVerdict): Promise<VerdictRow> {
  return one(tx, given, proposeVerdicts);
}

async function one(
  tx: Transaction,
  { found, ruling, ...settler }: NewVerdict,
  give: (tx: Transaction, settlements: readonly Settlement[], settler: Settler) => Promise<VerdictRow[]>,
): Promise<VerdictRow> {
  const [verdict] = await give(tx, [{ found, ruling }], settler);
  if (verdict === undefined) throw new Error("one case got no verdict");
  return verdict;
}

/** Makes a proposal the verdict, with the directive that is right now. */
export async function approveProposal(
  tx: Transaction,
  found: LockedCase,
  proposal: VerdictRow,
  ruling: Ruling,
  by: Actor,
  now: string,
): Promise<VerdictRow> {
  const approval = { found, proposal_id: proposal.verdict_id, ruling };
  const [verdict] = await approveProposals(tx, [approval], { by, now });
  if (verdict === undefined) throw movedOn();
  return verdict;
}

/** Sends a proposal back: the case is open again. */
export async function refuseProposal(
  tx: Transaction,
  found: LockedCase,
  proposal: VerdictRow,
  by: Actor,
  now: string,
): Promise<void> {
  await tx
    .update(verdicts)
    .set({ state: "voided", voided_at: now, voided_because: "refused" })
    .where(eq(verdicts.verdict_id, proposal.verdict_id));
  await moveCases(tx, [{ found, verdict: proposal }], { state: "open" });
  await auditVerdicts(tx, "case.proposal_refused", [{ found, verdict: proposal }], { by });
}
