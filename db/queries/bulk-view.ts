import type { Database } from "@/db/client";
import { readsAmongPeople } from "@/domain/among-people";
import { reasonInGeneral } from "@/domain/bulk-rules";
import type { Caller } from "@/domain/permissions";
import type { BulkRow } from "./bulk-actions";
import { countItemsNotDone, countItemsProposed } from "./bulk-items";
import { previewBulk } from "./bulk-preview";

/** An action as it is answered in a list. The text of a note stays among people. */
export function bulkAnswer(row: BulkRow, caller: Caller) {
  const { by_kind: _kind, taken_until: _taken, chosen_by, parameters, ...rest } = row;
  const { text, ...shown } = parameters as typeof parameters & { text?: string };
  return {
    ...rest,
    parameters: text === undefined || readsAmongPeople(caller) ? parameters : shown,
    chosen_by: chosen_by as Record<string, unknown>,
  };
}

export type BulkAnswer = Awaited<ReturnType<typeof viewBulk>>;

/** One action with what would become of its cases, or what was not done of them so far. */
export async function viewBulk(db: Database, row: BulkRow, caller: Caller, now: string) {
  const frozen = row.state === "frozen";
  const [preview, proposed, notDone] = await Promise.all([
    frozen && row.by_id === caller.id ? previewBulk(db, row, caller, now) : null,
    frozen || row.kind !== "verdict" ? 0 : countItemsProposed(db, row.bulk_id),
    frozen ? [] : countItemsNotDone(db, row.bulk_id),
  ]);
  return {
    ...bulkAnswer(row, caller),
    preview,
    proposed,
    not_done: notDone.map((one) => ({ ...one, message: reasonInGeneral(one.code) })),
  };
}
