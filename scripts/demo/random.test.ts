import { expect, test } from "vitest";
import { createRandom, seedFrom } from "./random";

test("the same seed gives the same numbers, another seed others", () => {
  const draw = (seed: string) => Array.from({ length: 5 }, createRandom(seed).next);
  expect(draw("a")).toEqual(draw("a"));
  expect(draw("a")).not.toEqual(draw("b"));
  expect(seedFrom("hour 1")).not.toBe(seedFrom("hour 2"));
});

test("numbers fill the range evenly enough", () => {
  const random = createRandom("even");
  const tenths = Array.from({ length: 10_000 }, () => Math.floor(random.next() * 10));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = tenths.filter((each) => each === tenth).length;
    expect(share).toBeGreaterThan(850);
    expect(share).toBeLessThan(1150);
  }
});
