import * as crypto from "node:crypto";

/** At once where Node can (from 20.12), which takes half as long. */
const sha256: (text: string) => string =
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text, "hex")
    : (text) => crypto.createHash("sha256").update(text).digest("hex");

/**
 * A digest of a text: 64 bits as a signed decimal (a PostgreSQL bigint) and a version 8 UUID, both cut from
 * its SHA-256.
 */
export function digest(text: string): { hash: string; uuid: string } {
  return new Digest(sha256(text));
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
