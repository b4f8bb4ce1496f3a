import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inPlainWords } from "./plain-words";

const shape = z.strictObject({
  text: z.string().min(1).max(12_800),
  short: z.string().min(3).max(1),
  count: z.int32().min(1).max(9),
  share: z.number().gt(0).lt(1),
  kind: z.enum(["a", "b"]),
  only: z.literal("x"),
  id: z.guid(),
  list: z.array(z.string()).max(2),
  yes: z.boolean(),
  either: z.union([z.string(), z.number()]),
  told: z.discriminatedUnion("by", [z.object({ by: z.literal("a") }), z.object({ by: z.literal("b") })]),
});

/** What Zod says of each field of such a value. */
function messagesOf(value: Record<string, unknown>): string[] {
  return (
    shape
      .partial()
      .safeParse(value)
      .error?.issues.map(({ message }) => message) ?? []
  );
}

describe("plain words", () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ text: "x".repeat(12_801) }, ["must have at most 12,800 characters"]],
    [{ text: "" }, ["must not be empty"]],
    [{ text: 1 }, ["must be text, not a number"]],
    [{ short: "ab" }, ["must have at least 3 characters", "must have at most 1 character"]],
    [{ count: 10 }, ["must be at most 9"]],
    [{ count: 1.5 }, ["must be a whole number, not a fraction"]],
    [{ count: 0 }, ["must be at least 1"]],
    [{ share: 1 }, ["must be less than 1"]],
    [{ share: 0 }, ["must be more than 0"]],
    [{ kind: "c" }, ["must be one of a, b"]],
    [{ only: "y" }, ["must be x"]],
    [{ id: "1" }, ["is no valid GUID"]],
    [{ list: ["a", "b", "c"] }, ["must have at most 2 items"]],
    [{ yes: "no" }, ["must be true or false, not text"]],
    [{ either: [] }, ["is not valid"]],
    [{ told: { by: "c" } }, ["must be one of a, b"]],
    [{ told: {} }, ["must be one of a, b"]],
    [{ more: 1 }, ['must not hold "more"']],
  ])("%j", (value, words) => {
    expect(messagesOf(value).map(inPlainWords)).toEqual(words);
  });

  it("says what is missing", () => {
    const said = z.object({ text: z.string() }).safeParse({}).error?.issues[0]?.message ?? "";
    expect(inPlainWords(said)).toBe("is missing");
  });

  it("puts them into a sentence that holds Zod's, and leaves any other as it is", () => {
    const kept = "The field reference is not valid: Too big: expected string to have <=128 characters.";
    expect(inPlainWords(kept)).toBe("The field reference is not valid: must have at most 128 characters.");
    const own = "The field reference is not valid: must not hold white space.";
    expect(inPlainWords(own)).toBe(own);
  });

  it("names no class of ours, nor what only JavaScript calls a number", () => {
    class CarriedNumber {}
    expect(messagesOf({ count: new CarriedNumber() }).map(inPlainWords)).toEqual([
      "must be a number, not a number as large as that",
    ]);
    expect(messagesOf({ count: Number.POSITIVE_INFINITY }).map(inPlainWords)).toEqual([
      "must be a number, not a number as large as that",
    ]);
  });
});
