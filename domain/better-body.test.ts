import fc from "fast-check";
import { expect, test } from "vitest";
import { betterBody, bettermentsOf, type ToBetter } from "./better-body";
import { EFFECTS } from "./effect";
import { EVENT_CLASSES } from "./event-class";
import { lacksOf } from "./said-less";

const whole: ToBetter = {
  code: "invalid_status",
  unmapped: false,
  class: "validation",
  effect: "absent",
  message: "The status is not one a ticket can have.",
  field: "status",
  permitted: ["open", "closed"],
};
const of = (parts: Partial<ToBetter>, writes: boolean | null = null) =>
  bettermentsOf({ ...whole, ...parts }, writes);

test("a body that says all needs nothing", () => {
  expect(of({})).toEqual([]);
  expect(betterBody({ error: "invalid_status" }, [])).toEqual({ error: "invalid_status" });
});

test("an example is made from what the body holds", () => {
  expect(of({ field: null, permitted: [], received: { status: "reopened" } })).toMatchObject([
    { field: "field", example: "status" },
    { field: "hint", example: "Give status as ‹what would have been accepted›, not reopened." },
  ]);
  expect(of({ permitted: null, received: { a: 1, b: 2 } })[0]?.example).toMatch(/^Give status as/);
  expect(of({ field: "", permitted: null, received: "x".repeat(200) })[1]?.example).toBe(
    "Give ‹what would have been accepted›.",
  );
});

test("a code that names nothing and a class that is none come first", () => {
  const fields = of({ unmapped: true, class: "unclassified", effect: null }).map(({ field }) => field);
  expect(fields).toEqual(["error", "class", "effect"]);
});

test("the effect of a call that may have landed is unknown, never guessed absent", () => {
  const effect = (errorClass: ToBetter["class"]) =>
    of({ class: errorClass, effect: null, retry_after: 1 })[0];
  expect(effect("validation")?.example).toBe("absent");
  for (const errorClass of ["transient", "system", "unclassified"] as const)
    expect(of({ class: errorClass, effect: null }).at(-1)?.example).toBe("unknown");
  expect(of({ effect: null }, false)).toEqual([]);
});

test("the better body keeps what was sent, in its order, with the reference last", () => {
  const better = betterBody(
    { error: "timeout", class: "transient", reference: "err_1" },
    of({ class: "transient", effect: null }),
  );
  expect(Object.entries(better)).toEqual([
    ["error", "timeout"],
    ["class", "transient"],
    ["retry_after", 30],
    ["effect", "unknown"],
    ["reference", "err_1"],
  ]);
});

const anyBody = fc.record({
  code: fc.string(),
  unmapped: fc.boolean(),
  class: fc.constantFrom(...EVENT_CLASSES),
  effect: fc.constantFrom(...EFFECTS, null),
  message: fc.option(fc.string()),
  field: fc.option(fc.string()),
  permitted: fc.option(fc.array(fc.string(), { maxLength: 2 })),
  hint: fc.option(fc.string()),
  received: fc.option(fc.jsonValue()),
  retryable: fc.option(fc.boolean()),
  retry_after: fc.option(fc.nat()),
});

test("whatever a body lacks, it lacks nothing once it is bettered", () => {
  fc.assert(
    fc.property(anyBody, fc.constantFrom(true, false, null), (body, writes) => {
      const better = betterBody(body, bettermentsOf(body, writes));
      expect(lacksOf(better as ToBetter, writes)).toEqual([]);
    }),
  );
});
