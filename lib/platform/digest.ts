import { createHash } from "node:crypto";

/**
 * A digest of a text: 64 bits as a signed decimal (a PostgreSQL bigint) and a version 8 UUID, both cut from
 * its SHA-256.
 */
export function digest(text: string): { hash: string; uuid: string } {
  return new Digest(createHash("sha256").update(text).digest("hex"));
}

/** Most callers bring an id of their own and want one of the two. */
class Digest {
  readonly #hex: string;

  constructor(hex: string) {
    this.#hex = hex;
  }

  get hash(): string {
    return BigInt.asIntN(64, BigInt(`0x${this.#hex.slice(32, 48)}`)).toString();
  }

  get uuid(): string {
    const hex = this.#hex;
    const version = `8${hex.slice(13, 16)}`;
    const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16) + hex.slice(17, 20);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${variant}-${hex.slice(20, 32)}`;
  }
}
