import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./json";
import { applyMapping, type Mapping, mapping } from "./mapping";

const FACTS = { received_at: "2026-11-15T00:34:38.350360Z" };
const apply = (item: unknown, steps: unknown): unknown => applyMapping(item, mapping.parse(steps), FACTS);

describe("each step", () => {
  it.each([
    ["sets what is missing", { a: 1 }, [{ op: "set", path: "tool", value: "t" }], { a: 1, tool: "t" }],
    ["sets a blank or null", { tool: " " }, [{ op: "set", path: "tool", value: "t" }], { tool: "t" }],
    ["leaves what is there", { tool: "x" }, [{ op: "set", path: "tool", value: "t" }], { tool: "x" }],
    ["sets always", { tool: "x" }, [{ op: "set", path: "tool", value: "t", when: "always" }], { tool: "t" }],
    ["sets deep", {}, [{ op: "set", path: "a.b.c", value: 1 }], { a: { b: { c: 1 } } }],
    ["sets by a name with a dot", {}, [{ op: "set", path: "a\\.b", value: 1 }], { "a.b": 1 }],
    ["sets within a list", { l: [1, null] }, [{ op: "set", path: "l.1", value: 2 }], { l: [1, 2] }],
    ["never makes a list longer", { l: [1] }, [{ op: "set", path: "l.9", value: 2 }], { l: [1] }],
    ["sets nothing below a text", { a: "x" }, [{ op: "set", path: "a.b", value: 2 }], { a: "x" }],
    ["copies", { a: { b: 1 } }, [{ op: "copy", from: "a.b", path: "c" }], { a: { b: 1 }, c: 1 }],
    ["copies nothing from nowhere", { a: 1 }, [{ op: "copy", from: "x", path: "c" }], { a: 1 }],
    ["moves", { name: "t" }, [{ op: "move", from: "name", path: "tool" }], { tool: "t" }],
    [
      "moves nowhere what would not fit",
      { a: 1, b: 2 },
      [{ op: "move", from: "a", path: "b" }],
      { a: 1, b: 2 },
    ],
    ["moves to itself", { a: 1 }, [{ op: "move", from: "a", path: "a", when: "always" }], { a: 1 }],
    ["removes", { a: 1, b: { c: 2, d: 3 } }, [{ op: "remove", path: "b.c" }], { a: 1, b: { d: 3 } }],
    ["removes of a list", { l: [1, 2] }, [{ op: "remove", path: "l.0" }], { l: [2] }],
    [
      "replaces",
      { e: "maybe" },
      [{ op: "replace", path: "e", from: "maybe", to: "unknown" }],
      { e: "unknown" },
    ],
    ["replaces only that", { e: "no" }, [{ op: "replace", path: "e", from: "maybe", to: 1 }], { e: "no" }],
    ["takes the time", {}, [{ op: "received_at" }], { occurred_at: FACTS.received_at }],
    ["trims", { tool: " t " }, [{ op: "trim", path: "tool" }], { tool: "t" }],
    ["casts to a number", { turn: "3" }, [{ op: "cast", path: "turn", to: "number" }], { turn: 3 }],
    ["casts no words", { turn: "three" }, [{ op: "cast", path: "turn", to: "number" }], { turn: "three" }],
    ["casts to a text", { code: 429 }, [{ op: "cast", path: "code", to: "string" }], { code: "429" }],
    ["casts to a truth", { r: "True" }, [{ op: "cast", path: "r", to: "boolean" }], { r: true }],
  ])("%s", (_, item, steps, mended) => {
    expect(apply(item, steps)).toEqual(mended);
  });

  it("keeps the digits of numbers beyond a double", () => {
    const item = parseJson('{"id": 12345678901234567890}');
    expect(apply(item, [{ op: "cast", path: "id", to: "string" }])).toEqual({ id: "12345678901234567890" });
  });
});

describe("what is refused", () => {
  it.each([
    ["a prototype", { op: "set", path: "__proto__.polluted", value: true }],
    ["a constructor", { op: "copy", from: "constructor.name", path: "tool" }],
    ["no name", { op: "remove", path: "a..b" }],
    ["one identity for all", { op: "set", path: "event_id", value: "x" }],
    ["an unknown step", { op: "eval", path: "a" }],
    ["an unknown member", { op: "remove", path: "a", extra: 1 }],
    ["no value", { op: "set", path: "tool" }],
  ])("%s", (_, step) => {
    expect(mapping.safeParse([step]).success).toBe(false);
  });
});

const name = fc.constantFrom("a", "b", "tool", "0", "1", "__proto__x");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("."));
const when = fc.constantFrom("missing" as const, "always" as const);
const value = fc.jsonValue({ maxDepth: 2 });
const step: fc.Arbitrary<Mapping[number]> = fc.oneof(
  fc.record({ op: fc.constant("set" as const), path, value, when }),
  fc.record({ op: fc.constant("copy" as const), from: path, path, when }),
  fc.record({ op: fc.constant("move" as const), from: path, path, when }),
  fc.record({ op: fc.constant("remove" as const), path }),
  fc.record({ op: fc.constant("replace" as const), path, from: value, to: value }),
  fc.record({ op: fc.constant("received_at" as const), path, when }),
  fc.record({ op: fc.constant("trim" as const), path }),
  fc.record({ op: fc.constant("cast" as const), path, to: fc.constantFrom("string", "number", "boolean") }),
);
const item = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }));
const steps = fc.array(step, { maxLength: 6 });

describe("any mapping of any item", () => {
  it("is read, leaves the item as it was, pollutes nothing and gives the same each time", () => {
    fc.assert(
      fc.property(item, steps, (sent, how) => {
        const before = JSON.stringify(sent);
        const read = mapping.parse(how);
        const mended = applyMapping(sent, read, FACTS);
        expect(JSON.stringify(sent)).toBe(before);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
        expect(applyMapping(sent, read, FACTS)).toEqual(mended);
        expect(typeof mended === "object" && mended !== null && !Array.isArray(mended)).toBe(true);
        // As text: JSON has no negative zero.
        const text = JSON.stringify(mended);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("that fills what is missing changes nothing the second time", () => {
    fc.assert(
      fc.property(item, path, value, (sent, where, filling) => {
        const fill = mapping.parse([{ op: "set", path: where, value: filling }]);
        const once = applyMapping(sent, fill, FACTS);
        expect(applyMapping(once, fill, FACTS)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves alone what is no object", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string())),
        steps,
        (sent, how) => {
          expect(applyMapping(sent, mapping.parse(how), FACTS)).toBe(sent);
        },
      ),
      { numRuns: 100 },
    );
  });
});
