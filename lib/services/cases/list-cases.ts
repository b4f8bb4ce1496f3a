import { ATTEMPTS_IN_LIST, type CaseAnswer, viewCases } from "@/db/queries/case-view";
import {
  type CaseCounts,
  type CaseCursor,
  type CaseFilter,
  countCases,
  listCaseRows,
} from "@/db/queries/cases";
import type { CaseView } from "@/domain/case-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { validationError } from "@/domain/errors";
import { instantFromDate, parseInstant } from "@/domain/instant";
import type { ServiceContext } from "../context";

export type ListCasesInput = CaseFilter & {
  view?: CaseView | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type CaseList = { items: CaseAnswer[]; next_cursor: string | null; counts: CaseCounts };

/** A page of the queue, the nearest deadline first (settled ones newest first). Throws `invalid_cursor`. */
export async function listCases(ctx: ServiceContext, input: ListCasesInput): Promise<CaseList> {
  const { view, limit, cursor, ...filter } = input;
  const now = instantFromDate(ctx.now()).iso;
  const viewer = { scope: caseScopeOf(ctx.caller), holder_id: ctx.caller.id, now };
  const [{ rows, next }, counts] = await Promise.all([
    listCaseRows(ctx.db, viewer, { view, filter, limit, cursor: readCursor(cursor) }),
    countCases(ctx.db, viewer, filter),
  ]);
  const items = await viewCases(
    ctx.db,
    rows,
    { caller: ctx.caller, now },
    { attempts: ATTEMPTS_IN_LIST, snapshots: false },
  );
  return { items, next_cursor: next && writeCursor(next), counts };
}

function writeCursor({ at, case_id }: CaseCursor): string {
  return Buffer.from(`${at} ${case_id}`).toString("base64url");
}

function readCursor(cursor: string | undefined): CaseCursor | null {
  if (cursor === undefined) return null;
  const [at, case_id] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (at && parseInstant(at) && case_id && /^[0-9a-f-]{36}$/.test(case_id)) return { at, case_id };
  throw validationError("invalid_cursor", "This cursor was not made by this list.", {
    field: "cursor",
    hint: "Start again without a cursor.",
  });
}
