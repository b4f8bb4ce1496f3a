import { findPersonRow, type PersonRow } from "@/db/queries/people";
import { notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";

/** The caller's own person. Throws `no_profile` for keys, which have none. */
export async function readProfile(ctx: ServiceContext): Promise<PersonRow> {
  const person = ctx.caller.kind === "person" ? await findPersonRow(ctx.db, ctx.caller.id) : null;
  if (person === null) throw notFoundError("no_profile", "Only people have a profile.");
  return person;
}
