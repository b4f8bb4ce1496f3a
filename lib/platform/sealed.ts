import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { DomainError } from "@/domain/errors";
import type { Env } from "./env";

/** The keys of an installation: what is sealed now is sealed by the first; each of them may open. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for a column: `v1.<iv>.<tag>.<cipher>`, AES-256-GCM, base64url. `purpose` is bound to
 * the text, so that a sealed secret moved to another row does not open there.
 */
export function seal(plain: string, keys: SealingKeys, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keys[0], iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/**
 * Opens what `seal` made for the same purpose.
 * @throws DomainError `secret_unreadable` when no key opens it: the key was changed, or the text was.
 */
export function unseal(text: string, keys: SealingKeys, purpose: string): string {
  for (const key of keys) {
    const plain = open(text, key, purpose);
    if (plain !== null) return plain;
  }
  throw new DomainError({
    code: "secret_unreadable",
    errorClass: "system",
    message: "A stored secret cannot be opened with the keys of this installation.",
    hint: "Set ERRATA_SECRETS_KEY_OLD to the key it was stored with, or store the secret anew.",
  });
}

/**
 * The keys from the environment, for secrets that others gave us.
 * @throws DomainError `secrets_key_missing` where none is set; it says what to do.
 */
export function requireSealingKeys(
  env: Pick<Env, "ERRATA_SECRETS_KEY" | "ERRATA_SECRETS_KEY_OLD">,
): SealingKeys {
  const keys = sealingKeys(env);
  if (keys !== null) return keys;
  throw new DomainError({
    code: "secrets_key_missing",
    errorClass: "semantic",
    message: "Errata has no key to encrypt this secret with, so it was not stored.",
    hint: "Set ERRATA_SECRETS_KEY to the output of `openssl rand -base64 32` and start Errata again.",
  });
}

/** The keys from the environment, or null where none is set. */
export function sealingKeys(
  env: Pick<Env, "ERRATA_SECRETS_KEY" | "ERRATA_SECRETS_KEY_OLD">,
): SealingKeys | null {
  const { ERRATA_SECRETS_KEY: key, ERRATA_SECRETS_KEY_OLD: old } = env;
  if (key === undefined) return null;
  return old === undefined ? [key] : [key, old];
}

function open(text: string, key: Buffer, purpose: string): string | null {
  const [version, ...parts] = text.split(".");
  const [iv, tag, sealed] = parts.map((part) => Buffer.from(part, "base64url"));
  if (version !== VERSION || iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES || sealed === undefined)
    return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
