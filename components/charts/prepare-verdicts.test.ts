import { expect, test } from "vitest";
import { prepareVerdicts } from "./prepare-verdicts";

test("segments join without a gap, on the scale of the longest bar", () => {
  const [refund, email] = prepareVerdicts([
    { tool: "refund", committed: 4, absent: 3, compensated: 0, undeterminable: 1, total: 8 },
    { tool: "email", committed: 2, absent: 0, compensated: 0, undeterminable: 0, total: 2 },
  ]);
  expect(refund?.segments.map(({ verdict, start, length }) => [verdict, start, length])).toEqual([
    ["committed", 0, 0.5],
    ["absent", 0.5, 0.375],
    ["undeterminable", 0.875, 0.125],
  ]);
  expect(email?.segments).toMatchObject([{ verdict: "committed", start: 0, length: 0.25 }]);
});

test("no verdicts is an empty bar, not a broken one", () => {
  const [none] = prepareVerdicts([{ committed: 0, absent: 0, compensated: 0, undeterminable: 0, total: 0 }]);
  expect(none?.segments).toEqual([]);
});
