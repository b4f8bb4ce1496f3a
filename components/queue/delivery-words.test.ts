import { expect, test } from "vitest";
import { describeResent } from "./delivery-words";

test("sent again is only called taken when the receiver took it", () => {
  expect(describeResent({ status: 200, error: null, duration_ms: 84 })).toEqual({
    title: "Sent again and taken: 200 in 84 ms",
    tone: "ok",
  });
  expect(describeResent({ status: 500, error: "refused", duration_ms: 12 })).toEqual({
    title: "Sent again, but not taken: 500 refused, in 12 ms",
    tone: "danger",
  });
  expect(describeResent({ status: null, error: "timed_out", duration_ms: 10_000 }).title).toBe(
    "Sent again, but not taken: timed_out after 10,000 ms",
  );
});
