import { type AttachmentRow, listAttachmentRows } from "@/db/queries/attachments";
import { listCaseMoves } from "@/db/queries/case-moves";
import { type CaseAnswer, evidenceAnswer, PARTS_IN_CASE, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { type ClaimRow, listClaims } from "@/db/queries/claims";
import { listPossibleEvidence } from "@/db/queries/evidence";
import type { CaseRow } from "@/db/queries/lock-cases";
import { listNotes, type NoteRow } from "@/db/queries/notes";
import { findProbe, listProbeRuns, type ProbeRow, probeRunAnswer } from "@/db/queries/probes";
import { isWatched } from "@/db/queries/watches";
import { caseNotFound } from "@/domain/case-errors";
import type { CaseMove } from "@/domain/case-moves";
import { caseScopeOf } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";

/** Beyond this the audit tells it. */
const MOVES_TOLD = 200;

export type CaseDetail = CaseAnswer & {
  /** Reports that match this intent and others: shown, never attached by themselves. */
  possible_evidence: ReturnType<typeof evidenceAnswer>[];
  /** Who held it, newest first. */
  claims: Pick<ClaimRow, "by" | "by_id" | "claimed_at" | "expires_at" | "ended_at" | "ended_as">[];
  /** When the outside was asked, newest first. */
  probe_runs: ReturnType<typeof probeRunAnswer>[];
  /** How the outside is asked about its tool, and when a duty does so next. */
  tool_settings: { probe: { available: boolean; automatic: boolean; next_at: string | null } };
  /** Among people: a key gets none of these. */
  notes?: Omit<NoteRow, "case_id">[];
  attachments?: Omit<AttachmentRow, "case_id">[];
  /** What people did that left no mark of its own, newest first. */
  moves?: CaseMove[];
  /** Whether who asks is told what becomes of it. */
  watched?: boolean;
};

/** One case with its whole history. Throws `case_not_found`, also for one outside the caller's confinement. */
export async function readCase(ctx: ServiceContext, input: { case_id: string }): Promise<CaseDetail> {
  const now = instantFromDate(ctx.now()).iso;
  const row = await findCase(ctx.db, caseScopeOf(ctx.caller), input.case_id);
  if (row === null) throw caseNotFound();
  const [views, possible, claims, runs, probe, forPeople] = await Promise.all([
    viewCases(ctx.db, [row], { caller: ctx.caller, now }),
    listPossibleEvidence(ctx.db, ctx.caller.confinement, row.case_id),
    listClaims(ctx.db, row.case_id),
    listProbeRuns(ctx.db, row.case_id),
    row.tool === null ? null : findProbe(ctx.db, row.tool),
    ctx.caller.kind === "person" ? readAmongPeople(ctx, row.case_id) : undefined,
  ]);
  const [view] = views;
  if (view === undefined) throw caseNotFound();
  return {
    ...view,
    possible_evidence: possible.map(evidenceAnswer),
    claims: claims.map(({ by, by_id, claimed_at, expires_at, ended_at, ended_as }) => ({
      ...{ by, by_id, claimed_at, expires_at, ended_at, ended_as },
    })),
    probe_runs: runs.map(probeRunAnswer),
    tool_settings: { probe: probeSetting(row, probe, now) },
    ...forPeople,
  };
}

/** A case that was never asked about is due at once. */
function probeSetting({ state, probe_at }: CaseRow, probe: ProbeRow | null, now: string) {
  const automatic = probe?.automatic ?? false;
  const next_at = automatic && state === "open" ? (probe_at ?? now) : null;
  return { available: probe !== null, automatic, next_at };
}

async function readAmongPeople(
  { db, caller }: ServiceContext,
  case_id: string,
): Promise<Pick<CaseDetail, "notes" | "attachments" | "moves" | "watched">> {
  const [notes, attachments, moves, watched] = await Promise.all([
    listNotes(db, case_id, PARTS_IN_CASE),
    listAttachmentRows(db, case_id),
    listCaseMoves(db, case_id, MOVES_TOLD),
    isWatched(db, case_id, caller.id),
  ]);
  return {
    notes: notes.map(({ case_id: _case, ...note }) => note),
    attachments: attachments.map(({ case_id: _case, ...file }) => file),
    moves,
    watched,
  };
}
