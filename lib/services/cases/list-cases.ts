import { type CaseAnswer, PARTS_IN_LIST, viewCases } from "@/db/queries/case-view";
import { type CaseCounts, type CaseCursor, type CaseViewer, listCaseRows } from "@/db/queries/cases";
import { type AskedCaseFilter, meantFilter } from "@/domain/case-filter";
import type { CaseView } from "@/domain/case-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import { readCaseCounts } from "../case-counts";
import type { ServiceContext } from "../context";

export type ListCasesInput = AskedCaseFilter & {
  view?: CaseView | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type CaseList = { items: CaseAnswer[]; next_cursor: string | null; counts: CaseCounts };

const PLACE = [cursorPart.instant, cursorPart.uuid] as const;

/** A page of the queue, the nearest deadline first (settled ones newest first). Throws `invalid_cursor`. */
export async function listCases(ctx: ServiceContext, input: ListCasesInput): Promise<CaseList> {
  const { view, limit, cursor, ...asked } = input;
  const after = decodeCursor<CaseCursor>(cursor, PLACE);
  const now = instantFromDate(ctx.now()).iso;
  const filter = meantFilter(asked, ctx.caller.id, now);
  const viewer = { scope: caseScopeOf(ctx.caller), holder_id: ctx.caller.id, now };
  const [page, counts] = await Promise.all([
    readPage(ctx, viewer, { view, filter, limit, cursor: after }),
    readCaseCounts(ctx, viewer, filter),
  ]);
  return { ...page, counts };
}

/** The rows and what belongs to them; the counts go on meanwhile. */
async function readPage(ctx: ServiceContext, viewer: CaseViewer, query: Parameters<typeof listCaseRows>[2]) {
  const { rows, next } = await listCaseRows(ctx.db, viewer, query);
  const reader = { caller: ctx.caller, now: viewer.now };
  const items = await viewCases(ctx.db, rows, reader, { parts: PARTS_IN_LIST, snapshots: false });
  return { items, next_cursor: next && encodeCursor(next) };
}
