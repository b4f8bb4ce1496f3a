import type { Transaction } from "@/db/client";
import type { PersonRow } from "@/db/queries/people";
import { putWelcome } from "@/db/queries/sign-in";
import { mintToken, sha256Hex } from "@/lib/platform/tokens";

/** Whom a welcome makes when nobody can manage this installation yet. */
export const FIRST_ADMIN = "first_admin";

const FIRST_ADMIN_TTL_SECONDS = 24 * 3600;
const INVITED_TTL_SECONDS = 7 * 24 * 3600;

/** What an admin gets to hand over. */
export type Invited = { person: PersonRow; welcome_path: string };

/** Makes the only valid one-time link for this subject; its path is shown once, its hash is kept. */
export async function makeWelcome(tx: Transaction, subject: string): Promise<string> {
  const token = mintToken(32);
  const ttl = subject === FIRST_ADMIN ? FIRST_ADMIN_TTL_SECONDS : INVITED_TTL_SECONDS;
  await putWelcome(tx, subject, sha256Hex(token), ttl);
  return `/welcome?token=${token}`;
}
