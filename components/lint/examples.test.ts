import { expect, test } from "vitest";
import { checkReference } from "@/domain/reference";
import { EXAMPLES } from "./examples";

test("no example has a mistyped reference, which the linter would find beside what the example is about", () => {
  const references = EXAMPLES.flatMap(({ text }) => text.match(/\b(?:err|ticket)_\w+/g) ?? []);
  expect(references).toHaveLength(3);
  for (const reference of references) expect(checkReference(reference)).not.toBe("invalid");
});
