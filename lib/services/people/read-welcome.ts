import { findPersonRow } from "@/db/queries/people";
import { peekWelcome } from "@/db/queries/sign-in";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "../context";
import { FIRST_ADMIN } from "../welcome";

export type Welcome = { kind: "first_admin" } | { kind: "invited"; name: string; email: string };

/** What a one-time link is for, or null when it is not valid; looking does not use it up. */
export async function readWelcome(rt: Runtime, token: string): Promise<Welcome | null> {
  const subject = await peekWelcome(rt.db, sha256Hex(token));
  if (subject === null) return null;
  if (subject === FIRST_ADMIN) return { kind: "first_admin" };
  const person = await findPersonRow(rt.db, subject);
  if (person === null || person.disabled_at !== null) return null;
  return { kind: "invited", name: person.name, email: person.email };
}
