import { expect, test } from "vitest";
import { lacksOf, type SaidBody } from "./said-less";

const whole: SaidBody = {
  class: "validation",
  effect: "absent",
  message: "The status is closed.",
  field: "status",
  permitted: ["open"],
  retry_after: 5,
};
const fieldsOf = (body: Partial<SaidBody>, writes: boolean | null = null) =>
  lacksOf({ ...whole, ...body }, writes).map(({ field }) => field);

test("a whole body lacks nothing", () => {
  expect(fieldsOf({})).toEqual([]);
});

test("validation needs the field and what would be right; a hint is as good as permitted values", () => {
  expect(fieldsOf({ field: undefined, permitted: [] })).toEqual(["field", "permitted or hint"]);
  expect(fieldsOf({ permitted: undefined, hint: "Use an open ticket." })).toEqual([]);
});

test("only a transient failure needs the time to wait, and zero seconds is an answer", () => {
  expect(fieldsOf({ class: "transient", retry_after: undefined })).toEqual(["retry_after"]);
  expect(fieldsOf({ class: "transient", retry_after: 0 })).toEqual([]);
  expect(fieldsOf({ class: "system", retry_after: undefined, field: undefined })).toEqual([]);
});

test("a body that forbids the repeat owes no time to wait", () => {
  const sent = { class: "transient", effect: "unknown", retry_after: undefined } as const;
  expect(fieldsOf({ ...sent, retryable: false })).toEqual([]);
  expect(fieldsOf({ ...sent, retryable: true })).toEqual(["retry_after"]);
  expect(fieldsOf({ ...sent, retryable: null })).toEqual(["retry_after"]);
});

test("the effect may be left out by a tool that is declared read-only, not by one nobody knows", () => {
  expect(fieldsOf({ effect: null })).toEqual(["effect"]);
  expect(fieldsOf({ effect: null }, true)).toEqual(["effect"]);
  expect(fieldsOf({ effect: null }, false)).toEqual([]);
});

test("no class excuses silence", () => {
  expect(fieldsOf({ class: "unclassified", message: "" })).toEqual(["message"]);
});
