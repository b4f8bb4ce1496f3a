import { randomBytes } from "node:crypto";
import { ensureSecret } from "@/db/queries/settings";
import { type SealingKeys, sealingKeys } from "@/lib/platform/sealed";
import type { Runtime } from "./context";

const KEY_BYTES = 32;

/**
 * The keys that seal webhooks' signing secrets: those of the environment and, after them, one that this
 * installation made itself, so that webhooks work without any (docs/decisions/0036).
 */
export async function signingKeys(rt: Pick<Runtime, "db" | "env" | "once">): Promise<SealingKeys> {
  const memory = rt.once<{ made: Promise<string> | null }>("signing-key", () => ({ made: null }));
  memory.made ??= ensureSecret(rt.db, "signing_key", randomBytes(KEY_BYTES).toString("base64"));
  const made = await memory.made.catch((error: unknown) => {
    // The database was away: the next one asks again.
    memory.made = null;
    throw error;
  });
  const own = Buffer.from(made, "base64");
  const given = sealingKeys(rt.env);
  return given === null ? [own] : [...given, own];
}

/** What a subscription's sealed secret is bound to. */
export function secretPurpose(subscription_id: string): string {
  return `webhook:${subscription_id}`;
}
