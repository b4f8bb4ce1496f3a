import fc from "fast-check";
import { expect, it } from "vitest";
import { holdsKnownKey, holdsLongRun, KNOWN_KEY } from "./known-keys";

it("finds a run of ten wherever it stands, and none where there is none", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "Z", "0", "_", "-", "a", "b", " ", ".", "é"),
    maxLength: 60,
  });
  const property = fc.property(text, (some) => {
    expect(holdsLongRun(some)).toBe(/[\w-]{10}/.test(some));
  });
  fc.assert(property, { numRuns: 5_000 });
  for (let before = 0; before < 25; before += 1) {
    const [blank, next] = [" ".repeat(before), `a${" ".repeat(before)}`];
    for (const lead of [blank, next]) {
      expect(holdsLongRun(`${lead} 0123456789 b`)).toBe(true);
      expect(holdsLongRun(`${lead} 012345678 b`)).toBe(false);
    }
  }
});

it("holds a known key exactly where the pattern finds one", () => {
  const heads = [
    "AKIA",
    "ASIA",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "sk_live_",
    "rk_test_",
    "sk-",
    "hf_",
    "npm_",
  ];
  const others = [
    "key-",
    "SK",
    "dapi",
    "dop_v1_",
    "123456789:AA",
    "-us12",
    "eyJ",
    "line",
    "file",
    "x",
    " ",
    "=",
    ".",
    "é",
  ];
  const run = fc.string({ unit: fc.constantFrom(..."0a1bcdefA9"), minLength: 14, maxLength: 45 });
  const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 31, maxLength: 33 });
  const piece = fc.oneof(fc.constantFrom(...heads), fc.constantFrom(...others), run, hex);
  const property = fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
    const text = pieces.join("");
    expect(holdsKnownKey(text)).toBe(text.search(KNOWN_KEY) >= 0);
  });
  fc.assert(property, { numRuns: 20_000 });
});
