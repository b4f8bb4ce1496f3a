import { and, desc, eq, gt, like, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { people } from "@/db/schema/people";
import { sessions } from "@/db/schema/sessions";
import { verifications } from "@/db/schema/verifications";
import { instantFromPostgres } from "@/domain/instant";

/** The provider name under which better-auth looks for a password. */
const PASSWORD_PROVIDER = "credential";
const WELCOME = "welcome:";

/** Gives the person this password hash, replacing the one they had. */
export async function setPasswordHash(tx: Transaction, personId: string, password: string): Promise<void> {
  await tx
    .insert(accounts)
    .values({ person_id: personId, account_id: personId, provider_id: PASSWORD_PROVIDER, password })
    .onConflictDoUpdate({
      target: [accounts.person_id, accounts.provider_id],
      set: { password, updated_at: sql`now()` },
    });
}

/** Ends the person's sessions, all of them or all but one. */
export async function endSessions(
  tx: Database | Transaction,
  personId: string,
  exceptSessionId?: string,
): Promise<number> {
  const rows = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.person_id, personId),
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ id: sessions.id });
  return rows.length;
}

/** The person's live sessions, newest first; without the token, which is the session. */
export function listSessionRows(db: Database, personId: string) {
  return db
    .select({
      session_id: sessions.id,
      ip_address: sessions.ip_address,
      user_agent: sessions.user_agent,
      created_at: sql<string>`${sessions.created_at}`.mapWith(instantFromPostgres),
      expires_at: sql<string>`${sessions.expires_at}`.mapWith(instantFromPostgres),
    })
    .from(sessions)
    .where(and(eq(sessions.person_id, personId), gt(sessions.expires_at, sql`now()`)))
    .orderBy(desc(sessions.created_at));
}

/** Ends one of the person's sessions; false when it is not theirs or not there. */
export async function endSession(tx: Transaction, personId: string, sessionId: string): Promise<boolean> {
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.person_id, personId)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Whether the person exists and is not disabled; asked before a session is made. */
export async function maySignIn(db: Database, personId: string): Promise<boolean> {
  const rows = await db
    .select({ enabled: sql<boolean>`${people.disabled_at} is null` })
    .from(people)
    .where(eq(people.id, personId));
  return rows[0]?.enabled ?? false;
}

/** Makes a one-time welcome for `subject` (a person's id, or FIRST_ADMIN); older ones for it are void. */
export async function putWelcome(
  tx: Transaction,
  subject: string,
  tokenHash: string,
  ttlSeconds: number,
): Promise<void> {
  await voidWelcomes(tx, subject);
  await tx.insert(verifications).values({
    identifier: WELCOME + tokenHash,
    value: subject,
    expires_at: sql`now() + make_interval(secs => ${ttlSeconds})`,
  });
}

/** Voids all welcomes of this subject. */
export async function voidWelcomes(tx: Transaction, subject: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, subject), like(verifications.identifier, `${WELCOME}%`)));
}

/** Whom the welcome is for, while it is valid; looking does not use it up. */
export async function peekWelcome(db: Database, tokenHash: string): Promise<string | null> {
  const rows = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, WELCOME + tokenHash), gt(verifications.expires_at, sql`now()`)));
  return rows[0]?.value ?? null;
}

/** Uses a welcome up: of any number at the same instant, the DELETE answers exactly one. */
export async function takeWelcome(tx: Transaction, tokenHash: string): Promise<string | null> {
  const rows = await tx
    .delete(verifications)
    .where(and(eq(verifications.identifier, WELCOME + tokenHash), gt(verifications.expires_at, sql`now()`)))
    .returning({ value: verifications.value });
  return rows[0]?.value ?? null;
}
