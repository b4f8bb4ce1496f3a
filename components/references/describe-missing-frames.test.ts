import { expect, test } from "vitest";
import { describeMissingFrames } from "./describe-missing-frames";

const occurred_at = "2026-11-30T08:00:00.000000Z";
const now = Date.parse(occurred_at);
const of = (unmapped: boolean, errorClass: "validation" | "transient" | "system", minutes = 60) =>
  describeMissingFrames({ unmapped, class: errorClass, occurred_at }, now + minutes * 60_000);

test("mapped at validation is as it should be, mapped elsewhere is normal: nothing is asked for", () => {
  expect(of(false, "validation")).toMatchObject({
    title: expect.stringContaining("validation"),
    wanted: false,
  });
  expect(of(false, "transient")).toMatchObject({ text: expect.stringContaining("normal"), wanted: false });
});

test("an unmapped failure, whatever its class, and a system failure want frames", () => {
  for (const missing of [of(true, "validation"), of(true, "transient"), of(false, "system")]) {
    expect(missing.wanted).toBe(true);
    expect(missing.title).toBe("None were recorded");
  }
});

test("within ten minutes they may be on their way", () => {
  expect(of(true, "transient", 9).title).toBe("None yet");
  expect(of(true, "transient", 11).title).toBe("None were recorded");
});

test("without an event nothing is said about how it was mapped", () => {
  expect(describeMissingFrames(undefined, now).text).not.toMatch(/mapped|named case/);
});
