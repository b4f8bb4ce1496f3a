import fc from "fast-check";
import { expect, test } from "vitest";
import { addSeconds } from "./instant";
import { whyNotUntil } from "./snooze";

const NOW = "2026-11-15T12:00:00.000000Z";
const seconds = fc.integer({ min: -100_000, max: 100_000 });

test("a case sleeps exactly until a time after now and not after its deadline", () => {
  fc.assert(
    fc.property(seconds, seconds, (until, deadline) => {
      const refusal = whyNotUntil(addSeconds(NOW, until), addSeconds(NOW, deadline), NOW);
      expect(refusal === null).toBe(until > 0 && until <= deadline);
    }),
  );
});

test("who asks for too long is told the latest time, and that there is none once it is overdue", () => {
  const deadline = addSeconds(NOW, 60);
  expect(whyNotUntil(addSeconds(NOW, 61), deadline, NOW)).toMatchObject({
    ...{ code: "snooze_past_deadline", permitted: [deadline], field: "until" },
  });
  expect(whyNotUntil(addSeconds(NOW, 1), addSeconds(NOW, -1), NOW)).toMatchObject({
    ...{ code: "snooze_past_deadline", permitted: [] },
  });
  expect(whyNotUntil(NOW, deadline, NOW)).toMatchObject({ code: "snooze_in_past" });
});
