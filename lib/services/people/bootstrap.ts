import { hashPassword } from "better-auth/crypto";
import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import { ensureSource, findKeyByHash, hasAnyKey, insertKey } from "@/db/queries/keys";
import { hasAnyPerson, hasUsableAdmin, insertPerson, lockAdmins } from "@/db/queries/people";
import { setPasswordHash } from "@/db/queries/sign-in";
import { SCOPES, SYSTEM_CALLER } from "@/domain/permissions";
import { StartupError } from "@/domain/startup-error";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Runtime } from "../context";
import { FIRST_ADMIN, makeWelcome } from "../welcome";

const KEY_MIN_LENGTH = 16;
const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_MAX_LENGTH = 128;

/**
 * Prepares who may come in, at every start: honours the bootstrap key and the admin variables on an empty
 * database, and while no admin exists makes a fresh sign-in link, voiding older ones. Any number of
 * processes may run it at once. Returns the link's path (`/welcome?token=…`), or null when there is an admin.
 * @throws StartupError when a variable holds what could not be used later.
 */
export async function bootstrap(rt: Runtime): Promise<string | null> {
  const { ERRATA_BOOTSTRAP_KEY: key, ERRATA_ADMIN_EMAIL: email, ERRATA_ADMIN_PASSWORD: password } = rt.env;
  if (key !== undefined) assertUsableKey(key);
  const admin =
    email !== undefined && password !== undefined ? { email, hash: await hashOf(password) } : null;
  return rt.db.transaction(async (tx) => {
    await lockAdmins(tx);
    if (key !== undefined) await addBootstrapKey(rt, tx, key);
    if (admin !== null) await addFirstAdmin(tx, admin);
    if (!servesPages(rt) || (await hasUsableAdmin(tx))) return null;
    return makeWelcome(tx, FIRST_ADMIN);
  });
}

/** A process without pages has no use for a link, and must not void the one that another printed. */
function servesPages(rt: Runtime): boolean {
  return rt.env.ERRATA_ROLE === "all" || rt.env.ERRATA_ROLE === "web";
}

function assertUsableKey(key: string): void {
  if (key.length < KEY_MIN_LENGTH || !/^[\x21-\x7e]+$/.test(key))
    throw new StartupError(
      `ERRATA_BOOTSTRAP_KEY must be at least ${KEY_MIN_LENGTH} printable ASCII characters without spaces.`,
    );
}

async function hashOf(password: string): Promise<string> {
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH)
    throw new StartupError(
      `ERRATA_ADMIN_PASSWORD must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`,
    );
  return hashPassword(password);
}

async function addBootstrapKey(rt: Runtime, tx: Transaction, key: string): Promise<void> {
  if (await hasAnyKey(tx)) {
    if ((await findKeyByHash(tx, sha256Hex(key))) === null)
      rt.log.warn("ERRATA_BOOTSTRAP_KEY is not used: this database has keys, and it is none of them");
    return;
  }
  const keyId = await insertKey(tx, {
    name: "bootstrap",
    prefix: key.slice(0, 4),
    hash: sha256Hex(key),
    source_id: await ensureSource(tx, "bootstrap"),
    scopes: [...SCOPES],
    created_by: SYSTEM_CALLER.name,
    created_by_id: SYSTEM_CALLER.id,
  });
  if (keyId === null) return;
  await recordAudit(tx, {
    actor: SYSTEM_CALLER,
    action: "key.created",
    subject_kind: "key",
    subject_id: keyId,
    details: { name: "bootstrap", source: "bootstrap", scopes: SCOPES },
  });
  rt.log.info("the bootstrap key was stored");
}

async function addFirstAdmin(tx: Transaction, admin: { email: string; hash: string }): Promise<void> {
  if (await hasAnyPerson(tx)) return;
  const name = admin.email.split("@")[0] ?? admin.email;
  const id = await insertPerson(tx, { name, email: admin.email, roles: ["admin"] });
  if (id === null) return;
  await setPasswordHash(tx, id, admin.hash);
  await recordAudit(tx, {
    actor: SYSTEM_CALLER,
    action: "person.created",
    subject_kind: "person",
    subject_id: id,
    details: { email: admin.email, roles: ["admin"] },
  });
}
