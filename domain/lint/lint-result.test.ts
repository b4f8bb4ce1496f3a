import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReported } from "../read-reported";
import type { LintSetting } from "./facts";
import { lintResult } from "./lint-result";
import { LINT_RULES } from "./rules";

const setting: LintSetting = { writes: null, unmapped_codes: new Set(["internal_error"]) };
const writing: LintSetting = { ...setting, writes: true };
const whole = {
  error: "invalid_status",
  class: "validation",
  message: "status must be open or closed.",
  field: "status",
  received: "shut",
  permitted: ["open", "closed"],
  retryable: false,
  effect: "absent",
  reference: "err_4k9w2m7q1zc",
};
const codes = (result: unknown, by: LintSetting = setting) =>
  lintResult(result, by).findings.map(({ code }) => code);
const of = (parts: Record<string, unknown>, by?: LintSetting) => codes({ ...whole, ...parts }, by);

test("a body that says all has no finding and nothing to better", () => {
  expect(lintResult(whole, writing)).toMatchObject({
    read_as: "body",
    findings: [],
    better: null,
  });
});

describe("each finding has its code", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["no code", { error: undefined }, "code_missing"],
    ["a code that names nothing", { error: "internal_error" }, "code_unmapped"],
    ["a number for a code", { error: 422 }, "code_malformed"],
    ["a sentence for a code", { error: "The status is wrong" }, "code_malformed"],
    ["a code in capitals", { error: "INVALID-STATUS" }, "code_folded"],
    ["two codes", { code: "bad_status" }, "code_twice"],
    ["no class", { class: null }, "class_missing"],
    ["a class nobody knows", { class: "oops" }, "class_unknown"],
    ["a class by another name", { class: "invalid_request" }, "class_alias"],
    ["no message", { message: "" }, "message_missing"],
    ["a message that says nothing", { message: "Something went wrong." }, "message_says_nothing"],
    ["a message that is the code", { message: "Invalid status" }, "message_says_nothing"],
    ["a library's wording", { message: "KeyError: 'status'" }, "message_internal"],
    ["a system's wording", { message: "connect ECONNREFUSED 10.0.0.3:5432" }, "message_internal"],
    ["a long message", { message: "status is wrong, ".repeat(80) }, "message_long"],
    ["a message that is cut", { message: "status is wrong, ".repeat(600) }, "message_cut"],
    ["no field", { field: undefined }, "field_missing"],
    ["no correction", { permitted: [] }, "correction_missing"],
    ["a permitted value that was refused", { received: "open" }, "received_is_permitted"],
    ["a corrected call to repeat", { retryable: true }, "retry_against_class"],
    ["a wait for nothing", { retry_after: 5 }, "retry_after_idle"],
    ["milliseconds", { class: "transient", retryable: true, retry_after: 90_000 }, "retry_after_long"],
    ["no wait", { class: "transient", retryable: true }, "retry_after_missing"],
    ["no effect", { effect: undefined }, "effect_missing"],
    ["an effect that is none", { effect: "maybe" }, "effect_unrecognised"],
    ["an effect in capitals", { effect: "ABSENT" }, "effect_folded"],
    ["an effect of a refused call", { effect: "committed" }, "effect_against_class"],
    ["an unknown effect without a key", { effect: "unknown" }, "unknown_without_key"],
    ["no reference", { reference: undefined }, "reference_missing"],
    ["a short reference", { reference: "err_7c1f9a" }, "reference_short"],
    ["a UUID", { reference: "0198f2c4-7b1e-7c3a-9f52-3d6a1c0e8b47" }, "reference_unquotable"],
    ["a reference in both cases", { reference: "aGVsbG8tV29ybGQ" }, "reference_unquotable"],
    ["a wrong check character", { reference: "err_4k9w2m7q1z0" }, "reference_check_failed"],
    ["a user's sentence without it", { user_message: "Sorry." }, "user_message_without_reference"],
    ["what the contract does not take", { permitted: "open" }, "field_invalid"],
    ["what it does not know", { details: 1 }, "field_unknown"],
    ["NUL", { hint: "a\0b" }, "not_storable"],
    ["a placeholder", { hint: "Give ‹a status›." }, "placeholder_left"],
    ["a secret", { hint: "password=hunter2hunter2" }, "secret"],
    ["a path", { hint: "see /srv/app/tickets/status.py" }, "leak"],
  ])("%s", (_, parts, code) => {
    expect(of(parts)).toContain(code);
  });

  test.each<[string, unknown, string]>([
    ["half a body", '{"error": "invalid_st', "not_json"],
    ["a sentence", "The status is wrong, try another.", "plain_text"],
    ["a number", 404, "not_an_object"],
    ["a list of texts", ["no"], "not_an_object"],
    ["two results", [whole, whole], "several_results"],
    ["a wrapped body", { error: { code: "x", message: "y z" } }, "nested_body"],
    ["a failure that is a success", { isError: false, structuredContent: whole }, "not_marked_as_error"],
    ["a protocol's error", { jsonrpc: "2.0", error: { code: -32_602, message: "no" } }, "protocol_error"],
    ["a body in text alone", { isError: true, content: [text(JSON.stringify(whole))] }, "not_structured"],
    ["a success", { content: [text("12 tickets")] }, "nothing_failed"],
    ["nothing", "  ", "nothing_failed"],
  ])("%s", (_, result, code) => {
    expect(codes(result)).toContain(code);
  });

  test("and an effect of a tool that reads, an unsafe retry, a doubtful absence", () => {
    expect(of({ effect: "committed" }, { ...setting, writes: false })).toContain("effect_of_reading");
    const lost = { error: "gateway_timeout", class: "transient", retryable: true, retry_after: 5 };
    expect(of({ ...lost, effect: "unknown" }, writing)).toContain("unsafe_retry");
    expect(of({ ...lost, effect: "unknown", idempotency_key: "k" }, writing)).not.toContain("unsafe_retry");
    expect(of({ ...lost, effect: "unknown" }, { ...writing, idempotency_key: "k" })).toEqual([]);
    expect(of(lost, writing)).toContain("absent_in_doubt");
  });

  test("every rule is found by one of these", () => {
    const source = readFileSync(import.meta.filename, "utf8");
    expect(Object.keys(LINT_RULES).filter((code) => !source.includes(`"${code}"`))).toEqual([]);
  });
});

function text(said: string) {
  return { type: "text", text: said };
}

test("without an effect, a retry on a tool of which nobody knows whether it writes is only a warning", () => {
  const { findings } = lintResult(
    { ...whole, effect: undefined, class: "transient", retryable: true },
    setting,
  );
  expect(findings.find(({ code }) => code === "unsafe_retry")?.severity).toBe("warning");
});

test("a leak is shown by its kind and place, masked", () => {
  const raw = 'Traceback (most recent call last):\n  File "/srv/pay.py", line 3, in pay\nValueError: zq7';
  const { findings, better } = lintResult({ ...whole, details: { inner: [raw] } }, setting);
  expect(findings[0]).toMatchObject({ code: "leak", pointer: "/details/inner/0", leak: { kind: "trace" } });
  expect(JSON.stringify([findings, better])).not.toContain("zq7");
  expect(better?.body).not.toHaveProperty("details");
});

test("a value handed back is the caller's own", () => {
  expect(of({ received: "ada@customer.example" })).not.toContain("leak");
});

test("of the better body, what was said stays, what was folded is spelled, and what is missing is marked", () => {
  const sent = {
    ...{
      type: "x",
      error: "INVALID-STATUS",
      class: "invalid_request",
      message: "status is not one of ours.",
    },
    ...{ received: { status: "shut" }, retryable: "true", permitted: "open" },
  };
  expect(lintResult(sent, writing).better).toEqual({
    body: {
      error: "invalid_status",
      type: "x",
      class: "validation",
      message: "status is not one of ours.",
      field: "status",
      received: { status: "shut" },
      permitted: ["open"],
      retryable: false,
      effect: "absent",
      reference: "‹err_…›",
    },
    placeholders: [
      { pointer: "/field", put_in: "the name of the argument that was refused" },
      { pointer: "/effect", put_in: "what the call did: this is what most failures of its class did" },
      { pointer: "/reference", put_in: "a reference minted for this failure; the helpers mint one" },
    ],
  });
});

test("a sentence where the code belongs becomes the message", () => {
  expect(
    lintResult({ error: "The status is not one of ours.", code: 7 }, setting).better?.body,
  ).toMatchObject({
    error: expect.stringMatching(/^‹/),
    message: "The status is not one of ours.",
  });
});

test("JSON is read out of text, fences and MCP results alike", () => {
  const json = JSON.stringify(whole);
  const found = codes(whole);
  for (const result of [json, `\`\`\`json\n${json}\n\`\`\``, { isError: true, structuredContent: whole }])
    expect(codes(result)).toEqual(found);
});

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
      expect(readReported({ tool: "t", ...better.body })).not.toBeNull();
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
  expect(performance.now() - started).toBeLessThan(20_000);
});
