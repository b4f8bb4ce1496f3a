import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type PrintedFailure, type PrintedMoving } from "@/tests/support/printed-traces";
import { fingerprintOf } from "./fingerprint";
import { readTrace } from "./raw-trace/read-trace";

const word = fc.string({ unit: fc.constantFrom(..."bcdfgkmnprstvz"), minLength: 6, maxLength: 12 });
const failures = fc.record({
  type: word.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}Error`),
  name: word.map((text) => `do${text}`),
  file: word.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`),
});
const number = fc.integer({ min: 1, max: 9_999 });
const movings: fc.Arbitrary<PrintedMoving> = fc.record({
  root: fc.constantFrom("/srv", "/home/ci/work", "/app", "/var/www/releases/20261115", "/builds/x-1.4.2/src"),
  ...{ line: number, other: number, count: fc.nat(99), uuid: fc.uuid() },
  hex: fc
    .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 11, maxLength: 11 })
    .map((text) => `c0${text}`),
});
const OPTIONS = { numRuns: 60, seed: 62 };

describe.each(Object.entries(LANGUAGES))("a fingerprint in %s", (language, print) => {
  const of = (failure: PrintedFailure, moving: PrintedMoving, wrapped = false) =>
    fingerprintOf("pay", readTrace(print(failure, moving, wrapped), language));

  it("stays as the checkout, lines, ids, addresses and counters move, and with asynchronous wrappers", () => {
    fc.assert(
      fc.property(failures, movings, movings, fc.boolean(), (failure, before, after, wrapped) => {
        const found = of(failure, before);
        expect(found?.top_frame).toContain(failure.name);
        expect(of(failure, after, wrapped)).toEqual(found);
      }),
      OPTIONS,
    );
  });

  it.each(["type", "name", "file"] as const)("is another one with another %s", (part) => {
    // Go's panics have no types of their own.
    const told = !(language === "go" && part === "type");
    fc.assert(
      fc.property(failures, failures, movings, (failure, other, moving) => {
        fc.pre(failure[part] !== other[part]);
        const [one, two] = [of(failure, moving), of({ ...failure, [part]: other[part] }, moving)];
        expect(one?.text === two?.text).toBe(!told);
      }),
      OPTIONS,
    );
  });
});
