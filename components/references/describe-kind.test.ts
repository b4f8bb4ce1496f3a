import { expect, test } from "vitest";
import { describeKind } from "./describe-kind";

const kind = {
  ...{ fingerprint: "1", first_seen_at: "", last_seen_at: "", latest: [] },
  ...{ failures: 1, tools: 1, releases: 0, more: false },
};

test.each([
  [{}, "Seen in this failure only"],
  [{ failures: 12, tools: 2, releases: 3 }, "Seen in 12 failures of 2 tools, in 3 releases"],
  [{ failures: 2, tools: 0 }, "Seen in 2 failures"],
  [{ failures: 1_500, releases: 1, more: true }, "Seen in at least 1,500 failures of 1 tool, in 1 release"],
])("%o: %s", (parts, words) => {
  expect(describeKind({ ...kind, ...parts })).toBe(words);
});
