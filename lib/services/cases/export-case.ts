import { createHash } from "node:crypto";
import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import * as pages from "@/db/queries/case-export";
import { readableBy } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { listPossibleEvidence } from "@/db/queries/evidence";
import type { CaseRow } from "@/db/queries/lock-cases";
import { inSnapshot } from "@/db/queries/rates";
import { AMONG_PEOPLE_ACTIONS, readsAmongPeople } from "@/domain/among-people";
import { caseNotFound } from "@/domain/case-errors";
import {
  EXPORT_VERSION,
  type ExportHead,
  type ExportPiece,
  type ExportRow,
  type ExportSection,
  jsonHead,
  jsonTail,
  jsonWriter,
} from "@/domain/case-export";
import { markdownHead, markdownTail, markdownWriter } from "@/domain/case-export-markdown";
import { caseScopeOf } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import { may } from "@/domain/permissions";
import { openSpool, type Spool } from "@/lib/platform/spool";
import type { ServiceContext } from "../context";

export type ExportCaseInput = { case_id: string; format: "json" | "md" };

/**
 * One case with everything that ever happened to it, for an auditor: as JSON, or as Markdown with the
 * fingerprint of that JSON. All of it is one snapshot; memory holds a page of it at a time, and what is ready
 * waits on disk, so that a slow reader keeps no transaction open. Arguments are in it for those who may read
 * them; notes, files and what the audit says of either for people. Recorded before the first byte goes out.
 * Throws `case_not_found`, `no_room`.
 */
export async function exportCase(
  ctx: ServiceContext,
  { case_id, format }: ExportCaseInput,
): Promise<AsyncGenerator<string>> {
  const spool = await openSpool();
  try {
    const { row, sha256 } = await inSnapshot(ctx.db, (tx) => write(ctx, tx, { case_id, format }, spool));
    const { tenant, environment, service } = row;
    await recordAudit(ctx.db, {
      actor: ctx.caller,
      action: pages.EXPORTED,
      subject_kind: "case",
      subject_id: case_id,
      ...{ tenant, environment, service },
      details: { format, version: EXPORT_VERSION, sha256 },
    });
    return spool.read();
  } catch (error) {
    await spool.close();
    throw error;
  }
}

async function write(
  ctx: ServiceContext,
  tx: Transaction,
  { case_id, format }: ExportCaseInput,
  spool: Spool,
): Promise<{ row: CaseRow; sha256: string }> {
  const row = await findCase(tx, caseScopeOf(ctx.caller), case_id);
  if (row === null) throw caseNotFound();
  const head = await headOf(ctx, tx, case_id);
  const hash = createHash("sha256");
  const json = jsonWriter();
  const markdown = markdownWriter();
  await spool.write(format === "json" ? jsonHead(head) : markdownHead(head, row));
  for await (const piece of piecesOf(ctx, tx, row)) {
    const content = json.write(piece);
    hash.update(content);
    await spool.write(format === "json" ? content : markdown.write(piece));
  }
  const rest = json.end();
  const sha256 = hash.update(rest).digest("hex");
  await spool.write(format === "json" ? rest + jsonTail(sha256) : markdown.end() + markdownTail(sha256));
  return { row, sha256 };
}

async function headOf(ctx: ServiceContext, tx: Transaction, case_id: string): Promise<ExportHead> {
  const { kind, id, name } = ctx.caller;
  return {
    exported_at: instantFromDate(ctx.now()).iso,
    exported_by: { kind, id, name },
    exported_before: await pages.listExports(tx, case_id),
  };
}

/** Every section in its order, page by page; what this caller may not see is left out of it. */
async function* piecesOf(ctx: ServiceContext, tx: Transaction, row: CaseRow): AsyncGenerator<ExportPiece> {
  const { case_id } = row;
  const isPerson = readsAmongPeople(ctx.caller);
  const contains = { arguments: may(ctx.caller, "arguments.read"), notes: isPerson, attachments: isPerson };
  yield { section: "contains", rows: [contains] };
  yield { section: "case", rows: [withoutWorkings(row)] };
  yield* section("openings", pages.pageOpenings(tx, case_id, row.opening));
  yield* section("attempts", pages.pageAttempts(tx, case_id), (attempt) => ({
    ...attempt,
    found_note: isPerson ? attempt.found_note : null,
    snapshot: readableBy(ctx.caller, attempt.snapshot as ExportRow),
  }));
  yield* section("evidence", pages.pageEvidence(tx, case_id));
  const possible = await listPossibleEvidence(tx, ctx.caller.confinement, case_id);
  yield { section: "possible_evidence", rows: possible.map(({ content_hash: _hash, ...one }) => one) };
  yield* section("verdicts", pages.pageVerdicts(tx, case_id));
  yield* section("claims", pages.pageClaims(tx, case_id));
  if (isPerson) {
    yield* section("notes", pages.pageNotes(tx, case_id));
    yield* section("attachments", pages.pageAttachments(tx, case_id));
  }
  yield* section("probe_runs", pages.pageProbeRuns(tx, case_id));
  yield* section("messages", pages.pageMessages(tx, case_id));
  yield* section("bulk_actions", pages.pageBulkActions(tx, case_id));
  yield* section("audit", pages.pageAudit(tx, case_id, isPerson ? [] : AMONG_PEOPLE_ACTIONS));
}

async function* section(
  name: ExportSection,
  rowsOf: AsyncGenerator<ExportRow[]>,
  shown: (row: ExportRow) => ExportRow = (row) => row,
): AsyncGenerator<ExportPiece> {
  for await (const rows of rowsOf) yield { section: name, rows: rows.map(shown) };
}

/** Without what the program notes for itself: which row it is, and how far its duties have come. */
function withoutWorkings(row: CaseRow): ExportRow {
  const { intent_hash: _hash, probe_at: _probe, probe_tries: _tries, ...known } = row;
  const { reminded_deadline_at: _reminded, overdue_deadline_at: _overdue, ...shown } = known;
  return shown;
}
