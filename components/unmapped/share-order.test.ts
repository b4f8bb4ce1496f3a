import { expect, it } from "vitest";
import type { RateSeries } from "@/lib/contract/rates";
import { othersOf, SHOWN, sortForShare } from "./share-order";

const series = (key: string, points: [number, number][]): RateSeries => ({
  key,
  failures: points.reduce((sum, [all]) => sum + all, 0),
  unmapped: points.reduce((sum, [, some]) => sum + some, 0),
  points: points.map(([all, some], at) => [`t${at}`, all, some]),
});

it("puts what is most unmapped first, and of releases the one that came last", () => {
  const old = series("1.0", [[9, 8], [1, 1]]); // biome-ignore format: steps
  const young = series("1.1", [[0, 0], [5, 1]]); // biome-ignore format: steps
  expect(sortForShare([young, old], "tool")[0]).toBe(old);
  expect(sortForShare([old, young], "release")[0]).toBe(young);
});

it("never cuts silently: what is left over adds up", () => {
  const all = Array.from({ length: SHOWN + 3 }, (_, at) => series(`tool_${at}`, [[2, 1], [1, 0]])); // biome-ignore format: steps
  const others = othersOf(all);
  expect(others).toMatchObject({ count: 3, series: { failures: 9, unmapped: 3 } });
  expect(others?.series.points).toEqual([["t0", 6, 3], ["t1", 3, 0]]); // biome-ignore format: steps
  expect(othersOf(all.slice(0, SHOWN))).toBeNull();
});
