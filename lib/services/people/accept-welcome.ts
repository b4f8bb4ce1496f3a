import { hashPassword } from "better-auth/crypto";
import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import {
  findPersonRow,
  hasUsableAdmin,
  insertPerson,
  lockAdmins,
  type PersonRow,
  updatePersonRow,
} from "@/db/queries/people";
import { endSessions, peekWelcome, setPasswordHash, takeWelcome } from "@/db/queries/sign-in";
import { conflictError, notFoundError, validationError } from "@/domain/errors";
import { scrubName } from "@/domain/scrub/scrub-text";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "../context";
import { FIRST_ADMIN } from "../welcome";

export type WelcomeInput = {
  token: string;
  /** Needed for the first admin; for invited people it replaces the name they were given. */
  name?: string | undefined;
  /** Needed for the first admin; invited people keep the address they were invited by. */
  email?: string | undefined;
  password: string;
};

/**
 * Uses a one-time link: makes the first admin, or gives an invited person their password. Of several uses
 * at once exactly one succeeds. Throws `welcome_not_valid`, `already_set_up`, `email_taken`, `invalid_name`,
 * `invalid_email`; then the link stays good.
 */
export async function acceptWelcome(rt: Runtime, sent: WelcomeInput): Promise<PersonRow> {
  const input = sent.name === undefined ? sent : { ...sent, name: scrubName(sent.name, { found: 0 }) };
  // Hashing is made to be slow: who has no link that is good does not get that far.
  if ((await peekWelcome(rt.db, sha256Hex(input.token))) === null) throw welcomeNotValid();
  const passwordHash = await hashPassword(input.password);
  return rt.db.transaction(async (tx) => {
    await lockAdmins(tx);
    const subject = await takeWelcome(tx, sha256Hex(input.token));
    if (subject === null) throw welcomeNotValid();
    const id =
      subject === FIRST_ADMIN ? await makeFirstAdmin(tx, input) : await renameInvited(tx, subject, input);
    await setPasswordHash(tx, id, passwordHash);
    await endSessions(tx, id);
    const person = await findPersonRow(tx, id);
    if (person === null) throw welcomeNotValid();
    await recordAudit(tx, {
      actor: { kind: "person", id, name: person.name },
      action: subject === FIRST_ADMIN ? "person.created" : "person.password_set",
      subject_kind: "person",
      subject_id: id,
      details: { email: person.email, roles: person.roles, by: "one-time link" },
    });
    return person;
  });
}

function welcomeNotValid() {
  return notFoundError("welcome_not_valid", "This link was used already, is too old, or was replaced.", {
    hint: "Ask an admin for a new one. For the first admin, start Errata again: it prints a fresh link.",
  });
}

async function makeFirstAdmin(tx: Transaction, input: WelcomeInput): Promise<string> {
  if (await hasUsableAdmin(tx))
    throw conflictError("already_set_up", "There is an admin already.", { hint: "Sign in, or ask them." });
  const name = required("name", input.name);
  const email = required("email", input.email);
  const id = await insertPerson(tx, { name, email, roles: ["admin"] });
  if (id !== null) return id;
  throw conflictError("email_taken", "Somebody has this e-mail address already.", { field: "email" });
}

async function renameInvited(tx: Transaction, id: string, input: WelcomeInput): Promise<string> {
  const person = await findPersonRow(tx, id);
  if (person === null || person.disabled_at !== null) throw welcomeNotValid();
  if (input.name !== undefined) await updatePersonRow(tx, id, { name: input.name }, true);
  return id;
}

function required(field: "name" | "email", value: string | undefined): string {
  if (value !== undefined) return value;
  throw validationError(
    `invalid_${field}`,
    `The first admin needs ${field === "name" ? "a name" : "an e-mail address"}.`,
    {
      field,
    },
  );
}
