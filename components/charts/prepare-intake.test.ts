import { expect, test } from "vitest";
import { measureIntake } from "@/domain/intake-report";
import type { IntakeAnswer } from "@/lib/contract/intake";
import { prepareIntake } from "./prepare-intake";
import { prepareSpark } from "./prepare-spark";

const HOURS = Array.from({ length: 24 }, (_, hour) => `2026-11-15T${String(hour).padStart(2, "0")}:00:00Z`);

function intake(of: (hour: number) => [number, number, number, number]): IntakeAnswer {
  const points = HOURS.map((start, hour) => [start, ...of(hour)] as IntakeAnswer["totals"]["points"][number]);
  const sums = (["accepted", "duplicate", "conflict", "rejected"] as const).map((measure, index) => ({
    ...{ source_id: 1, door: "events", detail: "", measure },
    items: points.reduce((sum, point) => sum + Number(point[index + 1]), 0),
  }));
  return {
    ...{ from: "2026-11-15T00:00:00Z", to: "2026-11-16T00:00:00Z", step: "1h", tz: "UTC" },
    rate_from: "2026-11-15T23:50:00Z",
    totals: { ...measureIntake(sums), rate_per_minute: 0, points },
    sources: [],
  };
}

test("steps carry what became of their items; the last ends with the range", () => {
  const { steps, fates } = prepareIntake(
    intake((hour) => [hour, 1, 0, 2]),
    8,
  );
  expect(steps[5]).toMatchObject({ accepted: 5, duplicate: 1, rejected: 2, received: 8 });
  expect(steps.at(-1)?.end).toBe("2026-11-16T00:00:00Z");
  expect(fates.map(({ fate }) => fate)).toEqual(["accepted", "duplicate", "rejected"]);
});

test("nothing is said in words, and still has an axis", () => {
  const chart = prepareIntake(
    intake(() => [0, 0, 0, 0]),
    8,
  );
  expect(chart.summary).toBe("Nothing came in.");
  expect(chart.yTicks.at(-1)).toBeGreaterThan(0);
});

test("a spark gathers neighbours until its bars fit, and loses none", () => {
  const bars = prepareSpark(Array.from({ length: 180 }, (_, index) => [index === 179 ? 1 : 0, 0]));
  expect(bars.length).toBeLessThanOrEqual(48);
  expect(bars.at(-1)?.taken).toBe(1);
});

test("one item beside thousands is still seen in a spark", () => {
  const [, last] = prepareSpark([
    [9_000, 0],
    [0, 1],
  ]);
  expect(last?.refused).toBeGreaterThan(0.05);
  expect(prepareSpark([])).toEqual([]);
});
