import { expect, test } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { hideSecrets } from "./hide-secrets";

const SECRET = 'sk_test/9f8e+7d6c=5b4a"3f2e1d0c';
const bytes = Buffer.from(SECRET);
const hide = (text: string) => hideSecrets(text, [SECRET]);

test.each([
  ["as it is", SECRET],
  ["in an address", encodeURIComponent(SECRET)],
  ["in an address, in lower case", encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
  ["in JSON with slashes escaped", JSON.stringify(SECRET).slice(1, -1).replaceAll("/", "\\/")],
  ["in base64", bytes.toString("base64")],
  ["in base64 for addresses", bytes.toString("base64url")],
  ["in a basic authorization", Buffer.from(`me:${SECRET}`).toString("base64")],
  ["in hexadecimal", bytes.toString("hex")],
  ["cut at its end", SECRET.slice(0, 12)],
  ["cut at its beginning", SECRET.slice(-12)],
  ["in upper case hexadecimal", bytes.toString("hex").toUpperCase()],
])("a secret is hidden %s", (_name, echoed) => {
  const hidden = hide(`before ${echoed} after`);
  expect(hidden).toMatch(/^before .{0,16}\[redacted\].{0,8} after$/);
  for (let at = 0; at + 12 <= echoed.length; at += 1) expect(hidden).not.toContain(echoed.slice(at, at + 12));
});

test("fewer than eight characters of it are anybody's, and a short secret is hidden whole", () => {
  expect(hide("sk_test")).toBe("sk_test");
  expect(hideSecrets("code 4711x, 471", ["4711x"])).toBe("code [redacted], 471");
  expect(hideSecrets("as it was", [])).toBe("as it was");
});

test("a large answer and a long secret take time in proportion to their lengths, and not to both", () => {
  expectInProportion((length) => {
    expect(hideSecrets("x".repeat(length), ["y".repeat(length / 64)])).toHaveLength(length);
  }, 256 * 1024);
});
