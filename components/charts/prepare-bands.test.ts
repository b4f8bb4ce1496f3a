import { expect, test } from "vitest";
import { bandLabel, prepareBands } from "./prepare-bands";

const AT = "2026-11-15T12:00:00.000000Z";

test.each([
  [0, 3_600, "under 1 h"],
  [3_600, 21_600, "1–6 h"],
  [21_600, 86_400, "6–24 h"],
  [86_400, 604_800, "1–7 days"],
  [604_800, null, "over 7 days"],
  [0, 900, "under 15 min"],
  [900, 3_600, "15 min – 1 h"],
])("above %s up to %s seconds reads %s", (above, upTo, label) => {
  expect(bandLabel(above, upTo)).toBe(label);
});

test("ages meet without a gap, and the youngest takes what has come since", () => {
  const bars = prepareBands(
    [
      { up_to_seconds: 3_600, count: 2 },
      { up_to_seconds: 21_600, count: 1 },
      { up_to_seconds: null, count: 4 },
    ],
    AT,
    "past",
  );
  expect(bars.map(({ from, to }) => [from, to])).toEqual([
    ["2026-11-15T11:00:00.000000Z", null],
    ["2026-11-15T06:00:00.000000Z", "2026-11-15T11:00:00.000000Z"],
    [null, "2026-11-15T06:00:00.000000Z"],
  ]);
  expect(bars.map(({ length }) => length)).toEqual([0.5, 0.25, 1]);
});

test("what is ahead starts now", () => {
  const [soon, later] = prepareBands(
    [
      { up_to_seconds: 3_600, count: 0 },
      { up_to_seconds: null, count: 1 },
    ],
    AT,
    "future",
    4,
  );
  expect(soon).toMatchObject({
    ...{ from: "2026-11-15T12:00:00.000001Z", to: "2026-11-15T13:00:00.000001Z", length: 0 },
  });
  expect(later).toMatchObject({ from: "2026-11-15T13:00:00.000001Z", to: null, length: 0.25 });
});
