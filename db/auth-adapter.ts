import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Database } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { people } from "@/db/schema/people";
import { sessions } from "@/db/schema/sessions";
import { verifications } from "@/db/schema/verifications";

/** The sign-in library's door to our tables, which keep our names. */
export function authAdapter(db: Database) {
  return drizzleAdapter(db, {
    provider: "pg",
    schema: { people, sessions, accounts, verifications },
    transaction: true,
  });
}
