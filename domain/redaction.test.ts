import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scrubText } from "./redaction";
import { scrubValue } from "./scrub";

const SECRET = "qweS3CRETzz9";

describe("credentials in text", () => {
  it.each([
    `login failed for bob, password:${SECRET} in a sentence`,
    `password='multi word ${SECRET}'`,
    `{"password":"alpha ${SECRET}"}`,
    `password: "a b ${SECRET}"`,
    `{\\"password\\": \\"${SECRET}\\"}`,
    `body="{\\"user\\":{\\"accessToken\\":\\"${SECRET}\\"}}"`,
    `{"accessToken":"${SECRET}"}`,
    `secretAccessKey => ${SECRET}`,
    `https://api.example/v1?api_key=${SECRET}&page=2`,
    `https://bob:${SECRET}@host.example/x`,
    `Authorization: Basic ${SECRET}==`,
    `Authorization: Digest username="x", response="${SECRET}"`,
    `authorization=Bearer ${SECRET}`,
    `curl -H "Authorization: Bearer ${SECRET}abc"`,
    `DB_PASSWORD=${SECRET} npm start`,
    `eyJhbGciOiJIUzI1NiJ9.eyJ${SECRET}.${SECRET}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----`,
    `key AKIAIOSFODNN7EXAMPLE ${"sk_live_"}${SECRET}12345`,
  ])("are hidden: %s", (text) => {
    const { text: scrubbed, found } = scrubText(text);
    expect(scrubbed).not.toContain(SECRET);
    expect(found).toBeGreaterThan(0);
  });

  it.each([
    "the ticket service failed; reference err_7c1f9a.",
    "idempotency_key=refund-42 order 123456789012345",
    "max_tokens: 4096, primary_key: id",
    "id 0c5e4f83-ee32-2c22-c6c3-98a94981de87",
    "https://api.example/v1?page=2&sort=asc",
    "Key (email)=(…) already exists",
  ])("are not seen in: %s", (text) => {
    expect(scrubText(text)).toEqual({ text, found: 0 });
  });

  it("leaves JSON that was JSON", () => {
    const scrubbed = scrubText(JSON.stringify({ user: "bob", userPassword: 'a "b" c', page: 2 })).text;
    expect(JSON.parse(scrubbed)).toEqual({ user: "bob", userPassword: "[redacted]", page: 2 });
  });
});

describe("credentials by the name of their key", () => {
  it.each([
    "accessToken", "refreshToken", "authToken", "idToken", "sessionToken", "csrfToken", "dbPassword", "userPassword",
    "secretKey", "secretAccessKey", "encryptionKey", "stripeKey", "AccountKey", "SharedAccessKey", "signing_key",
    "passwordHash", "bearer", "jwt", "otp", "PIN", "cvv", "client-secret", "X-Api-Key", "Set-Cookie", "sessionId",
  ])("hides %s, however deep", (name) => {
    const scrub = { found: 0 };
    expect(JSON.stringify(scrubValue({ deep: [{ [name]: SECRET }] }, scrub))).not.toContain(SECRET);
    expect(scrub.found).toBe(1);
  }); // biome-ignore format: one list

  it.each([
    "idempotency_key",
    "primaryKey",
    "max_tokens",
    "token_count",
    "author",
    "shipping",
    "design",
    "keyboard",
  ])("leaves %s", (name) => {
    expect(scrubValue({ [name]: "some value" }, { found: 0 })).toEqual({ [name]: "some value" });
  });
});

it("never throws, never grows a text without end, and is done in one go", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom('password="', "token=", "://a:", "eyJ"),
      (text, head) => {
        const once = scrubText(head + text + head).text;
        expect(scrubText(once).text).toBe(once);
      },
    ),
  );
  const hostile = `${'password=\\"'.repeat(20_000)}${"a.".repeat(50_000)}`;
  expect(scrubText(hostile).text.length).toBeLessThan(hostile.length * 2);
});
