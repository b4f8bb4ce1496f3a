import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringifyJson, withSortedKeys } from "./json";
import { readReportedFrames } from "./read-reported-frames";
import { reportedException, reportedFrames, reportedStackFrame } from "./reported-frames";

const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });

/** What members usually hold, at and around their limits, and what they should not. */
const value = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    "",
    " ",
    "\t",
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
  ),
  fc.constantFrom(50, 51, 128, 129, 200, 201).map((length) => "x".repeat(length)),
  fc.constantFrom("ë", "a b", "a\u0000", "cause", "context", "group", "Cause", new Date(0)),
  fc.constantFrom("00000000-0000-4000-8000-00000000000A", "00000000-0000-4000-8000-00000000000"),
  fc.constantFrom(31, 32, 33, 34).map(deep),
  fc.string(),
  fc.jsonValue({ maxDepth: 4 }),
);
const member = (shape: object) => fc.constantFrom(...Object.keys(shape), "other", "__proto__");
const some = (shape: object) => fc.dictionary(member(shape), value, { maxKeys: 4 });
const frame = { file: "/srv/a.py", line: 3, column: null, function: "f", code: "g()", in_app: true };
const exception = { type: "E", message: "no", frames: [frame] };
const usual = { reference: "err_1", tool: "refund", exceptions: [exception], raw: "E: no" };

function same(item: unknown): void {
  const read = readReportedFrames(item);
  const schema = reportedFrames.safeParse(item);
  expect(read !== null).toBe(schema.success);
  if (read === null || !schema.success) return;
  expect(stringifyJson(withSortedKeys(read))).toBe(stringifyJson(withSortedKeys(schema.data)));
  const sorted = {
    ...read,
    arguments: withSortedKeys(read.arguments),
    context: withSortedKeys(read.context),
  };
  expect(stringifyJson(sorted)).toBe(stringifyJson(withSortedKeys(schema.data)));
}

describe("readReportedFrames", () => {
  it.each(Object.keys(reportedFrames.shape))("takes of %s exactly what the schema takes", (field) => {
    const property = fc.property(value, (sent) => same({ ...usual, [field]: sent }));
    fc.assert(property, { numRuns: 200 });
  });

  it("takes exactly what the schema takes, whatever comes", () => {
    fc.assert(
      fc.property(fc.oneof(value, some(reportedFrames.shape)), (item) => same(item)),
      { numRuns: 500 },
    );
  });

  it("takes of exceptions and their frames exactly what the schema takes, in the order of their names", () => {
    const frames = fc.array(fc.oneof(value, some(reportedStackFrame.shape), fc.constant(frame)), {
      maxLength: 3,
    });
    const one = fc.oneof(
      value,
      some(reportedException.shape),
      frames.map((list) => ({ ...exception, frames: list })),
    );
    const property = fc.property(fc.array(one, { maxLength: 3 }), (exceptions) =>
      same({ ...usual, exceptions }),
    );
    fc.assert(property, { numRuns: 3_000 });
  });

  it.each([100, 101])("counts %d exceptions as the schema does", (count) => {
    same({ ...usual, exceptions: Array.from({ length: count }, () => exception) });
  });
});
