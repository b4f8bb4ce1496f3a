import fc from "fast-check";
import { expect, it } from "vitest";
import { isSecretName, mayHoldSecretName } from "./secret-name";

const part = fc.constantFrom(
  "password", "Pwd", "TOKEN", "api", "Key", "keys", "session", "Id", "sig", "auth", "pin", "user", "x", "count", "_", "-",
); // biome-ignore format: one list

it("never passes over a text that holds a secret's name", () => {
  const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  let secrets = 0;
  const property = fc.property(name, fc.string(), (secret, around) => {
    if (!isSecretName(secret)) return;
    secrets += 1;
    expect(mayHoldSecretName(`${around}${secret}=${around}`)).toBe(true);
  });
  fc.assert(property, { numRuns: 2_000 });
  expect(secrets).toBeGreaterThan(100);
  expect(mayHoldSecretName("result = self.client.request(path, json=body)")).toBe(false);
});
