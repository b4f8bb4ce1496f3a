import type { Database } from "@/db/client";
import { findCasesOf, type QuarantineRow } from "@/db/queries/quarantine-read";
import { type Caller, may } from "@/domain/permissions";
import { whyNotReplayable } from "@/domain/replay-rules";

export type QuarantineAnswer = Omit<QuarantineRow, "lone_event"> & {
  not_replayable: { code: string; message: string } | null;
  case_id: string | null;
};

/** Items as they are answered: whether they can be sent again, and the case of their unknown effect. */
export async function quarantineAnswers(
  db: Database,
  caller: Caller,
  rows: readonly QuarantineRow[],
): Promise<QuarantineAnswer[]> {
  const cases = may(caller, "cases.read") ? await findCasesOf(db, rows) : new Map<number, string>();
  return rows.map(({ lone_event: _lone, ...row }) => ({
    ...row,
    not_replayable: whyNotReplayable(row),
    case_id: cases.get(row.quarantine_id) ?? null,
  }));
}
