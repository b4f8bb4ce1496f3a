import { createHash } from "node:crypto";

/**
 * A digest of a text: 64 bits as a signed decimal (a PostgreSQL bigint) and a version 8 UUID, both cut from
 * its SHA-256.
 */
export function digest(text: string): { hash: string; uuid: string } {
  const bytes = createHash("sha256").update(text).digest();
  const hash = bytes.readBigInt64BE(16).toString();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { hash, uuid };
}
