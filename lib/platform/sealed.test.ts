import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";
import { requireSealingKeys, seal, unseal } from "./sealed";

const key = randomBytes(32);

describe("seal", () => {
  it("gives back any text, and never shows it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 8 }), (plain) => {
        const sealed = seal(plain, [key], "probe:a");
        expect(sealed).toMatch(/^v1(\.[\w-]+){3}$/);
        expect(sealed).not.toContain(plain);
        return unseal(sealed, [key], "probe:a") === plain;
      }),
    );
  });

  it("seals the same text differently every time", () => {
    expect(seal("same", [key], "p")).not.toBe(seal("same", [key], "p"));
  });

  it("opens with the key before the present one, and seals with the present one", () => {
    const next = randomBytes(32);
    expect(unseal(seal("old", [key], "p"), [next, key], "p")).toBe("old");
    expect(unseal(seal("new", [next, key], "p"), [next], "p")).toBe("new");
  });

  it("does not open with another key, for another purpose, or after a changed character", () => {
    const sealed = seal("secret", [key], "webhook:1");
    expect(() => unseal(sealed, [randomBytes(32)], "webhook:1")).toThrow("cannot be opened");
    expect(() => unseal(sealed, [key], "webhook:2")).toThrow("cannot be opened");
    for (const at of [3, 25, 50]) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(() => unseal(sealed.slice(0, at) + other + sealed.slice(at + 1), [key], "webhook:1")).toThrow();
    }
    for (const text of ["", "v1", "v1...", "v2.a.b.c", "v1.AAAA.AAAA.AAAA"]) {
      expect(() => unseal(text, [key], "webhook:1")).toThrow("cannot be opened");
    }
  });
});

describe("the environment's key", () => {
  it("is read as base64, base64url or hex", () => {
    const spellings = [key.toString("base64"), key.toString("base64url"), key.toString("hex")];
    for (const text of spellings) {
      expect(parseEnv({ ERRATA_SECRETS_KEY: text }).ERRATA_SECRETS_KEY).toEqual(key);
    }
  });

  it.each(["short", "a".repeat(64).replace("a", "z"), randomBytes(16).toString("hex"), "ü".repeat(43)])(
    "stops the start when it is no key, without repeating it: %j",
    (text) => {
      const start = () => parseEnv({ ERRATA_SECRETS_KEY: text });
      expect(start).toThrow(/ERRATA_SECRETS_KEY must be 32 random bytes/);
      expect(start).not.toThrow(text);
    },
  );

  it("is asked for, by name, where a secret would be stored without it", () => {
    expect(() => requireSealingKeys(parseEnv({}))).toThrow(
      expect.objectContaining({ code: "secrets_key_missing" }),
    );
    expect(() => parseEnv({ ERRATA_SECRETS_KEY_OLD: key.toString("hex") })).toThrow("never alone");
  });
});
