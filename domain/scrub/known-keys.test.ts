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
    "\\n",
    "\\",
    "%20",
    "\\u000a",
    "\\x1b[31m",
    "[",
    "m",
    "bot",
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

const RUN = "0a1bcdefA9".repeat(5);
const TELEGRAM = `123456789:AA${RUN.slice(0, 33)}`;

it.each([
  ["an escaped line end", `failed\\nghp_${RUN}`],
  ["an escaped tab", `\\txoxb-123456789012-${RUN}`],
  ["an escaped blank", `q=a%20ghp_${RUN}`],
  ["an escaped mark", `q=%22sk-proj-${RUN}%22`],
  ["an escaped character", `\\u000aAKIAIOSFODNN7EXAMPLE`],
  ["an escaped colour", `\\u001b[1;31mghp_${RUN}`],
  ["an escaped colour in hexadecimal", `\\x1b[31mglpat-${RUN}`],
  ["the word bot", `https://api.telegram.org/bot${TELEGRAM}/getMe`],
  ["an escaped slash and the word bot", `https%3A%2F%2Fapi.telegram.org%2Fbot${TELEGRAM}`],
])("finds a key behind %s", (_, text) => {
  expect(holdsKnownKey(text)).toBe(true);
  expect(text.search(KNOWN_KEY)).toBeGreaterThanOrEqual(0);
});

it.each([
  `SK${"0123456789abcdef".repeat(2)}`,
  "sk-button-primary-large-rounded",
  "task-sk-ip-this-one-and-that-one",
  "robot123456789012345",
  `x${"ghp_"}${RUN}`,
  `nghp_${RUN}`,
  "C:\\new\\tasks-and-notes-of-all-days-1",
  "order 123456789012345 of 0c5e4f83-ee32-2c22-c6c3-98a94981de87",
])("finds none in %s", (text) => {
  expect(holdsKnownKey(text)).toBe(false);
  expect(text.search(KNOWN_KEY)).toBe(-1);
});
