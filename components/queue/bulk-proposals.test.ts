import { describe, expect, test } from "vitest";
import { startWords, toldWhen, whatWasDone, whatWillBe } from "./bulk-proposals";

describe("a verdict", () => {
  test("that only settles", () => {
    const doing = { done: 69, proposed: 0 };
    expect(whatWillBe("verdict", doing)).toEqual([{ count: 69, words: "will be settled" }]);
    expect(startWords("verdict", doing)).toBe("Settle 69 cases");
    expect(toldWhen(doing)).toBe("The runtimes will be told");
    expect(whatWasDone(doing)).toEqual([{ count: 69, words: "done" }]);
  });

  test("that is only proposed settles nothing in any word", () => {
    const doing = { done: 69, proposed: 69 };
    expect(whatWillBe("verdict", doing)).toEqual([
      { count: 69, words: "will be proposed to a second person" },
    ]);
    expect(startWords("verdict", doing)).toBe("Propose for 69 cases");
    expect(toldWhen(doing)).toBe("The runtimes will be told, if another person agrees");
    expect(whatWasDone(doing)).toEqual([{ count: 69, words: "put to a second person" }]);
  });

  test("over a mixed set says both numbers", () => {
    const doing = { done: 1_240, proposed: 29 };
    expect(whatWillBe("verdict", doing).map(({ count }) => count)).toEqual([1_211, 29]);
    expect(startWords("verdict", doing)).toBe("Settle 1,211, propose for 29");
    expect(toldWhen(doing)).toContain("of 29 cases only if another person agrees");
    expect(whatWasDone(doing).map(({ count }) => count)).toEqual([1_211, 29]);
  });
});

test("one case is one case, and nothing is said of a second person where none is asked", () => {
  expect(startWords("claim", { done: 1, proposed: 0 })).toBe("Claim 1 case");
  expect(startWords("verdict", { done: 1, proposed: 1 })).toBe("Propose for 1 case");
  expect(whatWillBe("snooze", { done: 0, proposed: 0 })).toEqual([{ count: 0, words: "will be put aside" }]);
});
