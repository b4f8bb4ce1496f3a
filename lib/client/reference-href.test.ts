import fc from "fast-check";
import { expect, test } from "vitest";
import { referenceShape } from "@/domain/reported-event";
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

/** U+0021 to U+007E, all that a reference may hold of ASCII, and what of Unicode links are known to lose. */
const ASCII = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at));
const UNICODE = [
  "ß",
  "é",
  "e\u0301",
  "İ",
  "ſ",
  "ﬁ",
  "ＡＢ",
  "．",
  "／",
  "％",
  "參",
  "\u200B",
  "\u00AD",
  "\u202E",
  "😀",
  "\u{10FFFF}",
];
const PIECES = ["%2f", "%2F", "%25", "%00", "%", "..", ".", "//", "://", "?", "#", ";", "\\", "&amp;", "+"];

test("every printable character comes back, alone, doubled, at either end and within", () => {
  for (const mark of [...ASCII, ...UNICODE])
    for (const reference of [mark, mark + mark, `${mark}a`, `a${mark}`, `a${mark}b`]) {
      expect(referenceShape.safeParse(reference).success).toBe(true);
      expect(readBack(referenceHref(reference))).toBe(reference);
      expect(readBack(shortReferenceHref(reference))).toBe(reference);
    }
});

test("whatever is a reference comes back, and its link is ASCII without anything a reader could cut it at", () => {
  const piece = fc.constantFrom(...ASCII, ...UNICODE, ...PIECES);
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
      const reference = pieces.join("");
      fc.pre(referenceShape.safeParse(reference).success);
      const href = shortReferenceHref(reference);
      expect(readBack(href)).toBe(reference);
      expect(href).toMatch(/^\/r\/(?:[\w.-]|%[0-9A-F]{2})+$/);
      expect(href).not.toMatch(/[^\dA-Za-z_-]$/);
    }),
    { numRuns: 500 },
  );
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
