import { recordAudit } from "@/db/queries/audit";
import { findPersonRow, type PersonRow, updatePersonRow } from "@/db/queries/people";
import { notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

export type ProfileUpdate = { name?: string | undefined; time_zone?: string | null | undefined };

/** Changes what people decide about themselves. Throws `no_profile` for keys. */
export async function updateProfile(ctx: ServiceContext, sent: ProfileUpdate): Promise<PersonRow> {
  if (ctx.caller.kind !== "person") throw notFoundError("no_profile", "Only people have a profile.");
  const { id } = ctx.caller;
  const input = { ...sent, name: saidBy(ctx).name(sent.name) };
  return ctx.db.transaction(async (tx) => {
    // Neither name nor zone decides who is an admin, so the last-admin rule has no say here.
    await updatePersonRow(tx, id, input, true);
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "person.changed",
      subject_kind: "person",
      subject_id: id,
      details: { change: input },
    });
    const person = await findPersonRow(tx, id);
    if (person === null) throw notFoundError("no_profile", "Only people have a profile.");
    return person;
  });
}
