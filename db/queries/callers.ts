import type { Database, Transaction } from "@/db/client";
import type { BulkParameters } from "@/domain/bulk";
import { callerOfKey, callerOfPerson } from "@/domain/caller";
import { type Caller, UNCONFINED } from "@/domain/permissions";
import { listKeyRows } from "./keys";
import { findPersonRow } from "./people";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What this person or key may do now, for work that goes on after they asked for it; null when they are
 * disabled, revoked, expired or unknown.
 */
export async function readCaller(
  db: Database | Transaction,
  { kind, id }: { kind: "person" | "key"; id: string },
  now: string,
): Promise<Caller | null> {
  if (!UUID.test(id)) return null;
  if (kind === "person") {
    const person = await findPersonRow(db, id);
    return person === null || person.disabled_at !== null ? null : callerOfPerson(person);
  }
  const [key] = await listKeyRows(db, UNCONFINED, id);
  if (key === undefined || key.revoked_at !== null) return null;
  return key.expires_at !== null && key.expires_at <= now ? null : callerOfKey(key);
}

/** The person whom an action assigns cases to; null when they cannot sign in, or it assigns none. */
export async function readAssignee(
  db: Database | Transaction,
  parameters: BulkParameters,
  now: string,
): Promise<Caller | null> {
  if (parameters.kind !== "assign" || parameters.person_id === null) return null;
  const { person_id: id } = parameters;
  if (!UUID.test(id)) return null;
  const person = await findPersonRow(db, id);
  return person?.accepted ? readCaller(db, { kind: "person", id }, now) : null;
}
