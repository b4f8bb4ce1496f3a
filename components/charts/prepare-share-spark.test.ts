import { expect, it } from "vitest";
import { prepareShareSpark } from "./prepare-share-spark";

const point = (failures: number, unmapped: number): [string, number, number] => ["", failures, unmapped];

it("leaves a gap where nothing failed, never a zero", () => {
  const { lines } = prepareShareSpark([point(2, 1), point(0, 0), point(4, 0), point(4, 2)], 0.5);
  expect(lines).toEqual([
    [[0, 0.5 / 0.625]],
    [
      [2 / 3, 0],
      [1, 0.5 / 0.625],
    ],
  ]);
});

it("draws nothing where nothing ever failed", () => {
  expect(prepareShareSpark([point(0, 0), point(0, 0)], 0.05).lines).toEqual([]);
});

it("gathers many steps by adding numerators and denominators", () => {
  const many = Array.from({ length: 120 }, (_, index) => (index % 2 ? point(1, 1) : point(3, 0)));
  const { lines, target } = prepareShareSpark(many, 0.25);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toHaveLength(60);
  expect(lines[0]?.every(([, y]) => Math.abs(y - target) < 1e-9)).toBe(true);
});
