import { expect, test } from "vitest";
import { mapInSlices } from "./in-slices";

/** Keeps the process busy for so many ms. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** How many turns others get until this is over. */
async function turnsDuring(task: Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await task;
  over = true;
  return turns;
}

test("long work gives everybody else a turn, again and again, and keeps the order", async () => {
  const items = Array.from({ length: 30 }, (_, at) => at);
  const done = mapInSlices(items, (item) => {
    work(12);
    return item * 2;
  });
  expect(await turnsDuring(done)).toBeGreaterThanOrEqual(items.length - 1);
  expect(await done).toEqual(items.map((item) => item * 2));
});

test("of many who work at once one works between two turns of the others", async () => {
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const workedIn: number[] = [];
  const items = [1, 2, 3, 4, 5];
  const task = () =>
    mapInSlices(items, () => {
      workedIn.push(turns);
      work(12);
    });
  await Promise.all([task(), task(), task(), task()]);
  over = true;
  // Each begins at once, in the same turn; from then on they take turns.
  const later = workedIn.slice(4);
  expect(new Set(later).size).toBeGreaterThanOrEqual(later.length - 1);
});

test("short work takes no turn, and an item may be waited for", async () => {
  expect(await turnsDuring(mapInSlices([1, 2, 3], (item) => item))).toBe(0);
  expect(await mapInSlices([1, 2], (item) => Promise.resolve(item + 1))).toEqual([2, 3]);
});
