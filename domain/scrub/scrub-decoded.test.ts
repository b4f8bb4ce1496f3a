import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { scrubText } from "./scrub-text";

const SECRET = "qweS3CRETzz9";
const GHP = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));

describe("what is escaped", () => {
  it.each([
    ["a form's name", `user%5Bpassword%5D=${SECRET}&page=2`],
    ["a name with an escaped mark", `access%5Ftoken=${SECRET}`],
    ["an address escaped twice", `next=${twice(`https://a.example/?token=${SECRET}`)}`],
    ["JSON escaped twice", `q=${twice(`{"password":"${SECRET}"}`)}`],
    ["a user's part with escaped slashes", `https:\\/\\/bob:${SECRET}@host.example`],
    ["an escaped user's part", `url=https%3A%2F%2Fbob%3A${SECRET}%40host.example%2F`],
    ["JSON in markup", `&#34;password&#34;:&#34;${SECRET} x&#34;`],
    ["JSON in markup, in hexadecimal", `&#x22;password&#x22;:&#x22;${SECRET}&#x22;`],
    ["JSON of escapes", `\\u0022password\\u0022:\\u0022${SECRET} x\\u0022`],
    ["JavaScript of escapes", `\\x22password\\x22: \\x22${SECRET}\\x22`],
    ["a private key", `key=-----BEGIN%20PRIVATE%20KEY-----%0A${SECRET}%0A-----END%20PRIVATE%20KEY-----`],
    ["a password with an apostrophe", `postgres://bob:p'${SECRET}@host.example/shop`],
  ])("is hidden: %s", (_, text) => {
    const { text: scrubbed, found } = scrubText(`it said ${text} there\nand 100%25 of it`);
    expect(scrubbed).not.toContain(SECRET);
    expect(scrubbed).toMatch(/^it said /);
    expect(scrubbed).toMatch(/\nand 100%25 of it$/);
    expect(found).toBe(1);
    expect(scrubText(scrubbed)).toEqual({ text: scrubbed, found: 0 });
  });

  it("is hidden where the rules name it: an address of e-mail", () => {
    const rules = { email_addresses: true, card_numbers: "kept" as const, custom: [] };
    expect(scrubText("to=bob%40shop.example", rules).text).toBe("to=[e-mail]");
  });

  it.each([
    "https://api.example/v1?page=2&q=a%20b%2Fc&sort=asc",
    "next=%2Forders%2F123456789012345%3Fpage%3D2",
    "id%3D0c5e4f83-ee32-2c22-c6c3-98a94981de87",
    "100% of it, 20%25",
    "Tom &amp; Jerry &#39;said&#39; so",
    "^\\/api\\/v1\\/orders$",
    'redis at "redis://host:6379" says it\'s down, ask bob@',
    "'http://host:8080' isn't up, ask @bob",
    "C:\\u00e4ndern\\x.txt",
    "idempotency%5Fkey=refund-42",
  ])("stays as it is written: %s", (text) => expect(scrubText(text)).toEqual({ text, found: 0 }));
});

describe("what is listed in a text", () => {
  it.each([
    `[ 'Host', 'shop.example', 'X-Api-Key', '${SECRET}' ]`,
    `('x-api-key', '${SECRET}')`,
    `[(b'x', 1), ("Cookie", "sid=${SECRET}")]`,
    `{\\"list\\": [\\"X-Auth-Token\\", \\"${SECRET}\\"]}`,
    `{"name":"DB_PASSWORD","value":"${SECRET}"}`,
    `{"Name": "DB_PASSWORD", "Value": "${SECRET}"}`,
    `{\\"name\\":\\"Cookie\\",\\"value\\":\\"sid=${SECRET}\\"}`,
    `env:\n  - name: DB_PASSWORD\n    value: ${SECRET}\n  - name: A`,
    `{ name: 'token', value: '${SECRET}' }`,
  ])("is hidden: %s", (text) => {
    const { text: scrubbed, found } = scrubText(text);
    expect(scrubbed).not.toContain(SECRET);
    expect(found).toBe(1);
    expect(scrubText(scrubbed)).toEqual({ text: scrubbed, found: 0 });
  });

  it.each([
    `['password', 'token', 'oauth2']`,
    `Choose one of "X-Api-Key", "Authorization".`,
    `{"name":"Accept","value":"text/html"}`,
    `{"name":"max_tokens","value":512}`,
    `"password", "must hold 8 or more"`,
    `- name: page\n  value: orders-12`,
  ])("stays: %s", (text) => expect(scrubText(text)).toEqual({ text, found: 0 }));
});

it("stays as it is when it is scrubbed once more, whatever it is made of", () => {
  const pieces = [
    "password", "token", "%3D", "%253D", "%22", "%2522", "=", ":", "%40", "@", "%3A%2F%2F", "://", "\\/", "&#34;", "&quot;",
    "\\u0022", "\\x22", "a", " ", "\n", "[redacted]", SECRET, GHP, "%20", "'", '"', ",", "name", "value", "\u001b[1m", "\\n",
  ]; // biome-ignore format: one list
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(""));
  const property = fc.property(text, (some) => {
    const once = scrubText(some).text;
    expect(scrubText(once).text).toBe(once);
  });
  fc.assert(property, { numRuns: 20_000, seed: 4 });
});

it("reads hostile text in proportion to its length", () => {
  const pieces = [
    "%25", "%2525", "%253D", "%22password%22", "&#34;", "\\u0022", "'a', ", "'token', ", "name:a\nvalue:", "\\'", "name: ",
    "'password','", "a'b", "x://a:b'c",
  ]; // biome-ignore format: one list
  for (const piece of pieces)
    expectInProportion(
      (length) => void scrubText(piece.repeat(Math.ceil(length / piece.length))),
      200_000,
      JSON.stringify(piece),
    );
});
