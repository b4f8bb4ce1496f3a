import { createHash, randomBytes } from "node:crypto";

/** So many random bytes as lower-case hex: survives every shell, URL and double click. */
export function mintToken(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/**
 * The SHA-256 of a secret as hex, under which it is stored. Plain, not salted and slow: what is hashed
 * here is random and long, so there is nothing to guess, and the hash is the index it is found by.
 */
export function sha256Hex(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
