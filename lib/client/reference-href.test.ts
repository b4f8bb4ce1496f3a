import { expect, test } from "vitest";
import { referenceHref, shortReferenceHref } from "./reference-href";

/** What a browser makes of the link, and a server of its last segment. */
function readBack(href: string): string | undefined {
  const { pathname } = new URL(href, "https://errata.example");
  const segments = pathname.split("/");
  expect(segments).toHaveLength(3);
  return decodeURIComponent(segments[2] ?? "").trim();
}

test.each([
  "err_7c1f9a",
  "a/b",
  "a#b",
  "100%",
  "a?b=c",
  "a:b",
  "a+b",
  "überfall-ß",
  "参照-1",
  "a\\b",
  "a;b,c@d",
  "%2F",
  ".",
  "..",
  "...",
  "(p)",
  "a.",
  "a!'~*",
  ".a",
  "{x}",
  "a&b",
  "'\"<>",
])("%s comes back as it went", (reference) => {
  // biome-ignore format: one list
  expect(readBack(referenceHref(reference))).toBe(reference);
  expect(readBack(shortReferenceHref(reference))).toBe(reference);
});

test("the chosen event goes along", () => {
  expect(referenceHref("a?b", "0198-x")).toBe("/references/a%3Fb?event=0198-x");
});

test.each(["(p)", "a.", "...", "wow!", "it's*~"])(
  "the link of %s ends in nothing that ends a sentence",
  (reference) => {
    expect(shortReferenceHref(reference)).toMatch(/[\dA-Za-z]$/);
  },
);
