import { recordAudit } from "@/db/queries/audit";
import { findPersonRow, insertPerson } from "@/db/queries/people";
import { conflictError, forbiddenError } from "@/domain/errors";
import { type Confinement, isNarrower, type Role } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";
import { type Invited, makeWelcome } from "../welcome";

export type InviteInput = Confinement & { name: string; email: string; roles: Role[] };

/**
 * Adds a person and makes the one-time link by which they set their password; the admin hands it over.
 * Throws `forbidden` when the person could see more than the caller, `email_taken`.
 */
export async function invitePerson(ctx: ServiceContext, input: InviteInput): Promise<Invited> {
  if (!isNarrower(input, ctx.caller.confinement)) throw forbiddenError();
  return ctx.db.transaction(async (tx) => {
    const id = await insertPerson(tx, { ...input, name: saidBy(ctx).name(input.name) });
    const person = id === null ? null : await findPersonRow(tx, id);
    if (person === null)
      throw conflictError("email_taken", "Somebody has this e-mail address already.", {
        field: "email",
        received: input.email,
      });
    const { email, roles, tenants, environments, services } = person;
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "person.created",
      subject_kind: "person",
      subject_id: person.id,
      details: { email, roles, tenants, environments, services },
    });
    return { person, welcome_path: await makeWelcome(tx, person.id) };
  });
}
