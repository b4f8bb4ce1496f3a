import fc from "fast-check";
import { expect, it } from "vitest";
import { hexAlphabet, isOneEdit, listEdits, wholeAlphabet } from "./one-edit";

it("every listed edit is one, and every one is listed", () => {
  const skeleton = fc.stringMatching(/^[0-9a-h]{1,8}$/);
  fc.assert(
    fc.property(skeleton, skeleton, (text, other) => {
      const edits = new Set(listEdits(text, text.length, wholeAlphabet(text)));
      edits.delete(text);
      for (const edit of edits) expect(isOneEdit(text, edit), `${text} ${edit}`).toBe(true);
      expect(edits.has(other)).toBe(isOneEdit(text, other));
    }),
    { numRuns: 60 },
  );
});

it("hex figures are enough where all but one are, and the prefix has letters of its own", () => {
  const alphabet = hexAlphabet("eer7c1f9z", ["err"]);
  expect(alphabet).not.toBeNull();
  const edits = new Set(alphabet && listEdits("eer7c1f9z", 9, alphabet));
  expect(edits).toContain("err7c1f9z");
  expect(edits).toContain("eer7c1f9a");
  expect(edits).not.toContain("eer7c1f9x");
  expect(edits.size).toBeLessThan(400);
  expect(hexAlphabet("err4k9w2m7q1zt", ["err"])).toBeNull();
});
