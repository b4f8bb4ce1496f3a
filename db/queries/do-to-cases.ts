import { and } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { BulkParameters } from "@/domain/bulk";
import { TOLD_TEXT_MOST } from "@/domain/notice-kinds";
import type { Caller } from "@/domain/permissions";
import { rule } from "@/domain/verdict";
import { approveProposals } from "./approve-proposals";
import { assignCases, tellAssigned, unassignCases } from "./assignments";
import { recordAudits } from "./audit";
import { type BulkCaseRow, isOneOf } from "./bulk-cases";
import { topicsForIntent } from "./case-topics";
import { isWorkableBy } from "./give-up-cases";
import { giveBackCases, holdCases } from "./hold-cases";
import { insertNotes } from "./notes";
import { tellOfCases } from "./notices";
import { proposeVerdicts, type Settlement, settleCases } from "./settle-cases";
import { snoozeCases } from "./snooze";
import { readToolRules } from "./tools";

/** Who acts, when, and as a part of which action. */
export type Acting = { by: Caller; now: string; bulk_id: string };

export type DoneToCases = {
  done: Set<string>;
  /** Verdicts that wait for a second person. */
  proposed: Set<string>;
  /** To publish after the commit, besides those of the cases. */
  topics: string[];
};

/**
 * Does the same to all these cases, whose rows this transaction has locked and of which each may be done by this
 * caller: by the statements that do it to one.
 */
export async function doToCases(
  tx: Transaction,
  parameters: BulkParameters,
  rows: readonly BulkCaseRow[],
  acting: Acting,
): Promise<DoneToCases> {
  const which = isOneOf(rows.map(({ case_id }) => case_id));
  const { by, now, bulk_id } = acting;
  switch (parameters.kind) {
    case "claim":
      return doneTo(await holdCases(tx, and(which, isWorkableBy(by.id, now)), { holder: by, now, bulk_id }));
    case "release":
      return doneTo(await giveBackCases(tx, which, { holder: by, now, bulk_id }));
    case "note":
      return doneTo(rows, await noteCases(tx, parameters.text, rows, acting));
    case "assign": {
      const { person_id } = parameters;
      if (person_id === null) return doneTo(await unassignCases(tx, which, acting));
      const assigned = await assignCases(tx, which, person_id, acting);
      return doneTo(assigned, await tellAssigned(tx, assigned, person_id, acting));
    }
    case "snooze":
      return doneTo(await snoozeCases(tx, which, parameters.until, acting));
    case "verdict":
      return giveVerdicts(tx, parameters, rows, acting);
    case "agree":
      return agreeTo(tx, rows, acting);
  }
}

function doneTo(rows: readonly { case_id: string }[], topics: string[] = []): DoneToCases {
  return { done: new Set(rows.map(({ case_id }) => case_id)), proposed: new Set(), topics };
}

async function noteCases(
  tx: Transaction,
  text: string,
  rows: readonly BulkCaseRow[],
  { by, now, bulk_id }: Acting,
): Promise<string[]> {
  const notes = await insertNotes(
    tx,
    rows.map(({ case_id }) => ({ case_id, kind: "note", text, by, now })),
  );
  const noteOf = new Map(notes.map(({ case_id, note_id }) => [case_id, note_id]));
  await recordAudits(
    tx,
    { actor: by, action: "case.noted", subject_kind: "case" },
    rows.map(({ case_id, tenant, environment, service }) => ({
      ...{ subject_id: case_id, tenant, environment, service },
      details: { note_id: noteOf.get(case_id), bulk_id },
    })),
  );
  const data = { text: text.slice(0, TOLD_TEXT_MOST) };
  const told = rows.map(({ case_id }) => ({ case_id, data }));
  return tellOfCases(tx, { kind: "noted", told, by, now, bulk_id, to: [], followers: true });
}

/** The hold is the row's lock, for as long as it takes: no claim is written for it. */
async function giveVerdicts(
  tx: Transaction,
  { verdict, evidence }: Extract<BulkParameters, { kind: "verdict" }>,
  rows: readonly BulkCaseRow[],
  { by, now, bulk_id }: Acting,
): Promise<DoneToCases> {
  const rules = await readToolRules(
    tx,
    rows.flatMap(({ tool }) => (tool === null ? [] : [tool])),
  );
  const settle: Settlement[] = [];
  const propose: Settlement[] = [];
  for (const found of rows) {
    const into = rules(found.tool).needs_second_person ? propose : settle;
    into.push({ found, ruling: rule(verdict, keyOf(found), now) });
  }
  const settler = { evidence, by, now, bulk_id };
  await settleCases(tx, settle, settler);
  await proposeVerdicts(tx, propose, settler);
  return { ...doneTo(rows), proposed: new Set(propose.map(({ found }) => found.case_id)) };
}

/** With the directive that is right now: the key's life went on while the proposals waited. */
async function agreeTo(tx: Transaction, rows: readonly BulkCaseRow[], acting: Acting): Promise<DoneToCases> {
  const approvals = rows.flatMap((found) => {
    const { verdict: proposal } = found;
    if (proposal === null) return [];
    const ruling = rule(proposal.verdict, keyOf(found), acting.now);
    return [{ found, proposal_id: proposal.verdict_id, ruling }];
  });
  await approveProposals(tx, approvals, acting);
  return doneTo(approvals.map(({ found }) => found));
}

const keyOf = ({ key_expires_at, flags }: BulkCaseRow) => ({
  ...{ key_expires_at, key_reused: flags.includes("key_reused") },
});

/** What to publish of cases that something was done to. */
export function topicsOfCases(rows: readonly BulkCaseRow[]): string[] {
  return rows.flatMap((row) => topicsForIntent(row));
}
