import { expect, it } from "vitest";
import { scrubText } from "./scrub-text";
import { scrubNames, scrubValue } from "./scrub-value";

const SECRET = "qweS3CRETzz9";
const GHP = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

it.each([
  ["a name", `pass\u001b[31mword=${SECRET}`],
  ["a scheme", `Bearer \u001b[32m${SECRET}`],
  ["a key", GHP.replace("_", "_\u001b[1m")],
  ["a value", `password=qweS\u001b[38;5;9m${SECRET}`],
  ["a name, by a character set", `pass\u001b(Bword=${SECRET}`],
  ["a name, by one character", `pass\u009b31mword=${SECRET}`],
  ["a name that is overstruck", `${[..."password"].map((one) => `${one}\b${one}`).join("")}=${SECRET}`],
])("colours amid %s show no secret, and it is counted once", (_, text) => {
  const { text: scrubbed, found } = scrubText(`it said ${text} there`);
  expect(scrubbed).toMatch(/^it said .*\[redacted\].* there$/);
  expect(scrubbed).not.toMatch(/CRETzz9|456789/);
  expect(found).toBe(1);
  expect(scrubText(scrubbed).text).toBe(scrubbed);
});

it("keeps colours that hide nothing", () => {
  expect(scrubText("\u001b[31mE\u001b[0m: password=hunter22 was wrong").text).toBe(
    "\u001b[31mE\u001b[0m: password=[redacted] was wrong",
  );
  const plain =
    "\u001b[31mE\u001b(B\u001b[m: order 123456789012345 of ord_7 failed\u001b]8;;https://a.example\u0007x";
  expect(scrubText(plain)).toEqual({ text: plain, found: 0 });
});

it("looks at names and at members of values in the same way", () => {
  const text = `pass\u001b[31mword=${SECRET}`;
  expect(scrubNames({ tool: text }, { found: 0 })).toEqual({ tool: "password=[redacted]" });
  expect(scrubValue({ deep: [{ [text]: text }] }, { found: 0 })).toEqual({
    deep: [{ "password=[redacted]": "password=[redacted]" }],
  });
});

it("finds what only the link behind a text holds", () => {
  const link = `\u001b]8;;https://a.example/?token=${SECRET}\u0007here\u001b]8;;\u0007`;
  expect(scrubText(link).text).not.toContain(SECRET);
});
