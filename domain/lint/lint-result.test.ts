import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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
    ["a time that is none", { occurred_at: "yesterday" }, "field_invalid"],
    ["an id without its time", { event_id: "0198f2c4-7b1e-4c3a-9f52-3d6a1c0e8b47" }, "field_invalid"],
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
