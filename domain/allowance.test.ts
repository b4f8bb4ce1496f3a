import fc from "fast-check";
import { expect, it } from "vitest";
import { fullAllowance, itemsLeft, refill, secondsUntilAnything, secondsUntilFull } from "./allowance";

it("fills evenly and never beyond a minute's worth", () => {
  const allowance = fullAllowance(60, 0);
  allowance.left -= 60;
  expect([itemsLeft(allowance), secondsUntilAnything(allowance)]).toEqual([0, 1]);
  refill(allowance, 60, 999);
  expect(itemsLeft(allowance)).toBe(0);
  refill(allowance, 60, 1_000);
  expect([itemsLeft(allowance), secondsUntilFull(allowance)]).toEqual([1, 59]);
  refill(allowance, 60, 3_600_000);
  expect([allowance.left, secondsUntilFull(allowance)]).toEqual([60, 0]);
});

it("pays a debt off before it gives again", () => {
  const allowance = fullAllowance(10, 0);
  allowance.left -= 25;
  expect(secondsUntilAnything(allowance)).toBe(96);
  refill(allowance, 10, 95_999);
  expect(itemsLeft(allowance)).toBe(0);
  refill(allowance, 10, 96_000);
  expect(itemsLeft(allowance)).toBe(1);
});

it("follows a limit that was changed, and a clock that stands still", () => {
  const allowance = fullAllowance(10, 1_000);
  allowance.left -= 10;
  refill(allowance, 600, 1_000);
  expect([allowance.left, secondsUntilAnything(allowance)]).toEqual([0, 1]);
  refill(allowance, 600, 900);
  refill(allowance, 600, 1_100);
  expect(allowance.left).toBe(1);
});

it("lets no more through over any time than a minute's worth, the rate, and the last request", () => {
  const asked = fc.record({
    after: fc.integer({ min: 0, max: 20_000 }),
    cost: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(asked, { maxLength: 60 }), (rate, requests) => {
      const allowance = fullAllowance(rate, 0);
      let [now, let_in, last] = [0, 0, 0];
      for (const { after, cost } of requests) {
        now += after;
        refill(allowance, rate, now);
        if (itemsLeft(allowance) === 0) continue;
        allowance.left -= cost;
        let_in += cost;
        last = cost;
      }
      expect(let_in).toBeLessThanOrEqual(rate + (rate * now) / 60_000 + last + 1e-6);
    }),
    { seed: 4 },
  );
});
