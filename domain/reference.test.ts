import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skeletonOf } from "./reference";

describe("skeletonOf", () => {
  it("takes away separators and case, and folds what looks alike", () => {
    expect(skeletonOf("ERR_7C1F-9A.Ol!")).toBe("err7c1f9a011");
    expect(skeletonOf("ｅｒｒ＿7с1f9а")).toBe("err7c1f9a");
  });

  it("says the same of plain text alone and beside what is not plain", () => {
    // The soft hyphen is taken away, and with it the text is no longer ASCII.
    const plain = fc.string({ unit: "binary-ascii", maxLength: 40 });
    const property = fc.property(plain, (text) => {
      expect(skeletonOf(`${text}\u00AD`)).toBe(skeletonOf(text));
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
