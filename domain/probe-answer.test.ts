import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProbeRule } from "./probe";
import { readAnswer } from "./probe-answer";
import { HIDDEN } from "./scrub/scrub-text";

const rule = (parts: Partial<ProbeRule>): ProbeRule => ({
  ...{ effect: "committed", statuses: [200], path: null, comparison: null, values: [] },
  ...parts,
});
const there = rule({ path: "data.0.status", comparison: "one_of", values: ["succeeded", "1", "true"] });
const gone = rule({ effect: "absent", path: "data.0", comparison: "missing" });
const notFound = rule({ effect: "absent", statuses: [404] });
const read = (status: number, body: unknown, truncated = false) =>
  readAnswer({ status, body: typeof body === "string" ? body : JSON.stringify(body), truncated }, [
    there,
    gone,
    notFound,
  ]);

describe("what an answer says", () => {
  test.each([
    ["a value among those named", 200, { data: [{ status: "succeeded" }] }, "committed", 0],
    ["a number, compared as text", 200, { data: [{ status: 1 }] }, "committed", 0],
    ["a truth, compared as text", 200, { data: [{ status: true }] }, "committed", 0],
    ["an empty list", 200, { data: [] }, "absent", 1],
    ["a status alone, whatever the body", 404, "<html>", "absent", 2],
    ["another value", 200, { data: [{ status: "pending" }] }, "inconclusive", null],
    ["a value that is no text", 200, { data: [{ status: ["succeeded"] }] }, "inconclusive", null],
    ["an error page that lacks the list itself", 200, { error: "maintenance" }, "inconclusive", null],
    ["a login page", 200, "<html>log in</html>", "inconclusive", null],
    ["a body that is null", 200, "null", "inconclusive", null],
    ["an empty body", 200, "", "inconclusive", null],
    ["a list that is no list", 200, { data: "none" }, "inconclusive", null],
    ["another status", 202, { data: [] }, "inconclusive", null],
    ["a server's error", 503, { data: [] }, "failed", null],
    ["a refusal", 401, { data: [] }, "failed", null],
    ["too many questions", 429, { data: [] }, "failed", null],
  ])("%s", (_name, status, body, outcome, held) => {
    expect(read(status, body)).toMatchObject({ outcome, rule: held });
  });

  test("a body that was cut decides nothing", () => {
    expect(read(200, { data: [] }, true)).toMatchObject({
      outcome: "inconclusive",
      error: { code: "no_rule_held", message: "It answered 200 with more than is read." },
    });
  });

  test("the first rule that holds decides", () => {
    const rules = [rule({ effect: "absent", statuses: [200] }), there];
    expect(readAnswer({ status: 200, body: "{}", truncated: false }, rules)).toMatchObject({
      outcome: "absent",
      rule: 0,
    });
  });

  test("a name every object has is not there", () => {
    const rules = [
      rule({ path: "constructor", comparison: "exists" }),
      rule({ path: "data.length", comparison: "exists" }),
    ];
    expect(readAnswer({ status: 200, body: '{"data": [1]}', truncated: false }, rules).outcome).toBe(
      "inconclusive",
    );
  });

  test("an integer beyond a double is compared digit for digit", () => {
    const exact = [rule({ path: "id", comparison: "equals", values: ["9007199254740993"] })];
    expect(
      readAnswer({ status: 200, body: '{"id": 9007199254740993}', truncated: false }, exact).outcome,
    ).toBe("committed");
    expect(
      readAnswer({ status: 200, body: '{"id": 9007199254740992}', truncated: false }, exact).outcome,
    ).toBe("inconclusive");
  });

  test("what was found is scrubbed and short", () => {
    const rules = [rule({ path: "a", comparison: "exists" })];
    const found = (a: string) =>
      readAnswer({ status: 200, body: JSON.stringify({ a }), truncated: false }, rules).found;
    expect(found("Authorization: Bearer abcdefghijklmnop")).toContain(HIDDEN);
    expect(found("x".repeat(5_000))).toHaveLength(200);
  });

  test("no answer of any kind makes it throw, and only named statuses decide", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.string(), fc.json()),
        fc.boolean(),
        (status, body, truncated) => {
          const { outcome, rule: held } = read(status, body, truncated);
          if (status !== 200 && status !== 404) expect(["inconclusive", "failed"]).toContain(outcome);
          expect(held === null).toBe(outcome === "inconclusive" || outcome === "failed");
        },
      ),
    );
  });
});
