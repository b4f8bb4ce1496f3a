const KEY_BYTES = 32;

/**
 * Reads a key of 32 bytes, written as 64 hexadecimal digits or as base64.
 * @throws RangeError whose message never holds what was given.
 */
export function parseSecretsKey(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  const bytes = Buffer.from(text, "base64");
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
  if (!isBase64 || bytes.length !== KEY_BYTES) {
    throw new RangeError("must be 32 random bytes as base64 or hex, as `openssl rand -base64 32` makes them");
  }
  return bytes;
}
