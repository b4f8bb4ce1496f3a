import { describe, expect, test } from "vitest";
import { fillAddress, isHostFixed } from "./address-template";

const fill = (template: string, idempotency_key: string) => fillAddress(template, { idempotency_key });

describe("a value that would lead elsewhere is not filled in", () => {
  test.each([
    ".",
    "..",
    "%2e",
    "%2E%2e",
    "%252e",
    "./",
    "../x",
    "a/../..",
    "a\\..",
    "\t.",
    ". ",
    "．",
    "/",
    "//",
    ";",
    "..;",
    "x/%2e%2e/y",
    "\u200b.",
  ])("%j in a path", (value) => {
    expect(fill("https://psp.example/v1/refunds/{idempotency_key}", value)).toMatchObject({
      problem: expect.any(String),
    });
    expect(fill("https://psp.example/{idempotency_key}/refunds?x=1", value)).toHaveProperty("problem");
    expect(fill("https://psp.example/#/refunds/{idempotency_key}", value)).toHaveProperty("problem");
  });

  test.each([" ", "\t", "\u200b", "\u00a0"])("blank %j, wherever it stands", (value) => {
    expect(fill("https://psp.example/{idempotency_key}", value)).toHaveProperty("problem");
    expect(fill("https://psp.example/?key={idempotency_key}", value)).toHaveProperty("problem");
  });
  // biome-ignore format: one list
});

test.each([
  ["https://psp.example/a/.{tenant}/b", { tenant: "." }],
  ["https://psp.example/a/{tenant}{service}/b", { tenant: ".", service: "." }],
  ["https://psp.example/a/%2e{tenant}/b", { tenant: "." }],
])("%s with %j makes a dot segment together", (template, values) => {
  expect(fillAddress(template, values)).toHaveProperty("problem");
});

test.each([
  [
    "https://psp.example/refunds/{idempotency_key}",
    "refund/88 12&x=1#ü",
    "https://psp.example/refunds/refund%2F88%2012%26x%3D1%23%C3%BC",
  ],
  ["https://psp.example/refunds/{idempotency_key}", "a.b..c", "https://psp.example/refunds/a.b..c"],
  ["https://psp.example/refunds/{idempotency_key}", "100%", "https://psp.example/refunds/100%25"],
  ["https://psp.example/?key={idempotency_key}", "..", "https://psp.example/?key=.."],
  ["https://psp.example/refunds/{idempotency_key}/", "k", "https://psp.example/refunds/k/"],
])("%s with %j is %s", (template, value, text) => {
  expect(fill(template, value)).toEqual({ text });
});

test.each([
  ["https://psp.example/{tenant}", true],
  ["https://psp.example?{tenant}", true],
  ["https://user@psp.example/{tenant}", true],
  ["https://{attr.host}/a", false],
  ["https://{tenant}.psp.example/a", false],
  ["https://psp.example{tenant}/a", false],
  ["https://psp.example:{attr.port}/a", false],
  ["https://psp.example:84{attr.port}/a", false],
  ["https://{tenant}@psp.example/a", false],
  ["https://me:{tenant}@psp.example/a", false],
  ["https://psp.example\\{tenant}", true],
  ["https:/{tenant}/a", false],
  ["https:///{tenant}/a", false],
  ["{tenant}://psp.example/a", false],
  ["nothing", false],
])("the host of %s is fixed: %s", (template, fixed) => {
  expect(isHostFixed(template)).toBe(fixed);
});

test("an old template whose host is filled in is no address", () => {
  expect(fillAddress("https://{tenant}/a", { tenant: "evil.example" })).toEqual({
    problem: "its host is not fixed",
  });
});
