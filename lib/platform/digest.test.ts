import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { digest } from "./digest";

it("cuts the hash and a version 8 UUID from the SHA-256, as it always did: stored identities depend on it", () => {
  expect({ hash: digest("7:{}").hash, uuid: digest("7:{}").uuid }).toMatchInlineSnapshot(`
    {
      "hash": "-2167944583342581205",
      "uuid": "4707d261-794e-8bee-a1dd-e08ed4b4c13e",
    }
  `);
  const property = fc.property(fc.string({ unit: "binary" }), (text) => {
    const bytes = createHash("sha256").update(text).digest();
    expect(digest(text).hash).toBe(bytes.readBigInt64BE(16).toString());
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    expect(digest(text).uuid.replaceAll("-", "")).toBe(bytes.toString("hex", 0, 16));
    expect(digest(text).uuid).toMatch(/^.{8}-.{4}-8.{3}-[89ab].{3}-.{12}$/);
  });
  fc.assert(property, { numRuns: 500 });
});
