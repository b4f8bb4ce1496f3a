import { recordAudit } from "@/db/queries/audit";
import { listPersonRows } from "@/db/queries/people";
import { conflictError, notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";
import { type Invited, makeWelcome } from "../welcome";

/**
 * A fresh one-time link, for somebody whose link got lost or who forgot their password; older links are
 * void. The password they have stays good until the link is used. Throws `person_not_found`, `person_disabled`.
 */
export async function reinvitePerson(ctx: ServiceContext, input: { id: string }): Promise<Invited> {
  return ctx.db.transaction(async (tx) => {
    const person = (await listPersonRows(tx, ctx.caller.confinement, input.id))[0];
    if (person === undefined) throw notFoundError("person_not_found", "There is no such person.");
    if (person.disabled_at !== null)
      throw conflictError("person_disabled", "This person is disabled.", { hint: "Enable them first." });
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "person.invited",
      subject_kind: "person",
      subject_id: person.id,
      details: { email: person.email },
    });
    return { person, welcome_path: await makeWelcome(tx, person.id) };
  });
}
