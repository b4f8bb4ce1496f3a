import type { Database, Transaction } from "@/db/client";
import type { BulkParameters } from "@/domain/bulk";
import type { BulkActor } from "@/domain/bulk-rules";
import type { Caller } from "@/domain/permissions";
import { readAssignee } from "./callers";
import { listKeysMadeBy } from "./keys";

const NONE: ReadonlySet<string> = new Set();

/** Who acts on the cases of a set, with what their kind of action has to be judged by. */
export async function readBulkActor(
  db: Database | Transaction,
  parameters: BulkParameters,
  by: Caller,
  now: string,
): Promise<BulkActor> {
  const assignee = await readAssignee(db, parameters, now);
  const own_keys = parameters.kind === "agree" ? await listKeysMadeBy(db, by) : NONE;
  return { by, now, assignee, own_keys };
}
