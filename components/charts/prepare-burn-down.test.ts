import { expect, it } from "vitest";
import { prepareBurnDown } from "./prepare-burn-down";

const day = (date: number, left: number, mapped = 0) => ({
  ...{ from: `2026-11-0${date}T00:00:00.000000Z`, to: `2026-11-0${date + 1}T00:00:00.000000Z` },
  ...{ seen: 0, left, mapped },
});
const answer = (days: ReturnType<typeof day>[]) => ({
  ...{ from: days[0]?.from ?? "", to: days.at(-1)?.to ?? "", tz: "UTC", days },
});

it("says what is left now, what was left at most and what was marked", () => {
  const chart = prepareBurnDown(answer([day(1, 12), day(2, 9, 1), day(3, 4, 3)]), 5);
  expect(chart.summary).toBe("4 left now, 12 at most in these days; 3 marked as mapped.");
  expect(chart.yTicks.at(-1)).toBeGreaterThanOrEqual(12);
  expect(chart.steps[0]).toMatchObject({ label: "Sun 1 Nov 2026", left: 12 });
});

it("says so when nothing was ever left", () => {
  expect(prepareBurnDown(answer([day(1, 0)]), 5).summary).toContain("Nothing was left");
});
