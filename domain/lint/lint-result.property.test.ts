import fc from "fast-check";
import { expect, test } from "vitest";
import { untimedBy } from "../event-identity";
import { readReported } from "../read-reported";
import type { LintSetting } from "./facts";
import { lintResult } from "./lint-result";

const setting: LintSetting = { writes: null, unmapped_codes: new Set(["internal_error"]) };
const codes = (result: unknown) => lintResult(result, setting).findings.map(({ code }) => code);

/** Bodies as they come, from whole ones to nonsense, with what leaks among them. */
const word = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...[
      "invalid_status",
      "INVALID-STATUS",
      "internal_error",
      "Something went wrong",
      "‹x›",
      "",
      "unknown",
      "absent",
    ],
    ...[
      "validation",
      "transient",
      "invalid_request",
      "authorization",
      "system",
      "true",
      "open",
      "err_7c1f9a",
    ],
    'Traceback (most recent call last):\n  File "/srv/a.py", line 1, in f\nKeyError: 1',
    ...[
      "see /srv/app/a.py",
      "password=hunter2hunter2",
      "ada@customer.example",
      'relation "x" does not exist',
    ],
    ...["0198f2c4-7b1e-4c3a-9f52-3d6a1c0e8b47", "2026-11-30T12:00:00Z", "2026-13-01T00:00:00Z"],
    ...["https://ada:hunter2@db.example/x", "\0", "\ud800", "[path]", "__proto__", "x".repeat(9_000)],
  ),
);
const value = fc.oneof(
  { weight: 3, arbitrary: word },
  fc.jsonValue(),
  fc.boolean(),
  fc.constant(null),
  fc.array(word, { maxLength: 3 }),
  fc.dictionary(word, word, { maxKeys: 3 }),
);
const FIELDS = [
  ...["code", "error", "type", "class", "message", "user_message", "field", "received", "permitted", "hint"],
  ...[
    "precondition",
    "retryable",
    "retry_after",
    "effect",
    "idempotency_key",
    "reference",
    "tool",
    "attributes",
  ],
  ...["occurred_at", "event_id", "details", "stack", "attempt"],
];
const body = fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FIELDS) }, word), value, {
  maxKeys: 12,
});
const pasted = fc.oneof(
  body,
  value,
  body.map((one) => JSON.stringify(one)),
  body.map((one) => ({ isError: true, content: [{ type: "text", text: JSON.stringify(one) }] })),
  body.map((one) => ({ isError: true, structuredContent: one })),
  body.map((error) => ({ error })),
);
const by = fc.record({
  writes: fc.constantFrom(true, false, null),
  idempotency_key: fc.constantFrom("key-1", "", null),
  unmapped_codes: fc.constant(setting.unmapped_codes),
});

test("the better body has no error left, is taken by ingest, and cannot be bettered again", () => {
  fc.assert(
    fc.property(pasted, by, (result, one) => {
      const { better } = lintResult(result, one);
      if (better === null) return;
      const again = lintResult(better.body, one);
      expect(again.findings.filter(({ severity }) => severity === "error")).toEqual([]);
      const read = readReported({ tool: "t", ...better.body });
      expect(read && untimedBy(read.reported)).toBeNull();
      expect(read).not.toBeNull();
      expect(again.better?.body ?? better.body).toEqual(better.body);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test("the same input has the same answer, whatever came between, and is left as it was", () => {
  fc.assert(
    fc.property(pasted, pasted, by, (result, other, one) => {
      const before = JSON.stringify(result);
      const first = lintResult(result, one);
      lintResult(other, one);
      expect(lintResult(result, one)).toEqual(first);
      expect(JSON.stringify(result)).toBe(before);
    }),
    { numRuns: 50, seed: 7 },
  );
});

test("what nests without end is read as far as it is", () => {
  const deep = `${'{"received":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  expect(codes(deep)).toContain("field_invalid");
  expect(codes(JSON.parse(deep))).toContain("field_invalid");
});

test("it takes time in proportion to the text", () => {
  const started = performance.now();
  for (const part of ["a.", "Error ", "/srv/", "‹", "at x (", "\\n", '{"a":', "password="])
    lintResult(part.repeat(128_000 / part.length), setting);
  for (const part of ["\n", "a\n", "`"]) lintResult(`\`\`\`${part.repeat(128_000 / part.length)}x`, setting);
  expect(performance.now() - started).toBeLessThan(20_000);
});
