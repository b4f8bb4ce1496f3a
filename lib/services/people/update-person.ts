import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import { listPersonRows, lockAdmins, type PersonRow, updatePersonRow } from "@/db/queries/people";
import { endSessions, voidWelcomes } from "@/db/queries/sign-in";
import { conflictError, forbiddenError, notFoundError } from "@/domain/errors";
import { type Confinement, isNarrower, isUnconfined, type Role } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

export type PersonUpdate = Partial<Confinement> & {
  id: string;
  name?: string | undefined;
  roles?: Role[] | undefined;
  disabled?: boolean | undefined;
};

/**
 * Changes a person's name, roles or confinement, or disables them, which ends their sessions.
 * Throws `person_not_found`, `forbidden` when they could then see more than the caller, `last_admin`.
 */
export async function updatePerson(ctx: ServiceContext, input: PersonUpdate): Promise<PersonRow> {
  const { id, ...sent } = input;
  const change = sent.name === undefined ? sent : { ...sent, name: saidBy(ctx).name(sent.name) };
  return ctx.db.transaction(async (tx) => {
    await lockAdmins(tx);
    const before = await findManaged(ctx, tx, id);
    const after = { ...before, ...definedOnly(change) };
    if (!isNarrower(after, ctx.caller.confinement)) throw forbiddenError();
    const enabled = change.disabled === undefined ? before.disabled_at === null : !change.disabled;
    const staysAdmin = enabled && after.roles.includes("admin") && isUnconfined(after);
    if (!(await updatePersonRow(tx, id, definedOnly(change), staysAdmin))) throw lastAdmin();
    if (change.disabled) {
      await endSessions(tx, id);
      await voidWelcomes(tx, id);
    }
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "person.changed",
      subject_kind: "person",
      subject_id: id,
      details: { email: before.email, before: changedOf(before, change), change },
    });
    return findManaged(ctx, tx, id);
  });
}

async function findManaged(ctx: ServiceContext, tx: Transaction, id: string): Promise<PersonRow> {
  const person = (await listPersonRows(tx, ctx.caller.confinement, id))[0];
  if (person === undefined) throw notFoundError("person_not_found", "There is no such person.");
  return person;
}

function lastAdmin() {
  return conflictError("last_admin", "Without this admin nobody could manage the installation.", {
    hint: "Make somebody else an unconfined admin first, and let them set their password.",
  });
}

function definedOnly<T extends object>(parts: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** What the changed members were before. */
function changedOf(before: PersonRow, change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change));
}
