import { expect, test } from "vitest";
import { shiftTime, timeOfUuid7, wholeDayShift } from "./time-shift";

const DAY = 86_400;

test("the newest lands within the last day, never after now", () => {
  expect(wholeDayShift("2026-11-22T00:00:00Z", "2026-11-29T22:05:00.000000Z")).toBe(7 * DAY);
  expect(wholeDayShift("2026-11-22T22:05:00.000001Z", "2026-11-29T22:05:00Z")).toBe(6 * DAY);
  expect(wholeDayShift("2026-11-22T22:05:00Z", "2026-11-29T22:05:00Z")).toBe(7 * DAY);
});

test("data from the future is moved back", () => {
  expect(wholeDayShift("2026-12-01T00:00:00Z", "2026-11-29T12:00:00Z")).toBe(-2 * DAY);
});

test("microseconds survive, finer is cut and never rounded into the next day", () => {
  expect(shiftTime("2026-11-15T00:34:38.350360Z", 7 * DAY)).toBe("2026-11-22T00:34:38.350360Z");
  expect(shiftTime("2026-02-28T23:59:59.9999999Z", DAY)).toBe("2026-03-01T23:59:59.999999Z");
});

test("an offset is the same instant in UTC", () => {
  expect(shiftTime("2026-11-15T01:30:00+05:30", DAY)).toBe("2026-11-15T20:00:00.000000Z");
});

test("what is no instant stays as it was, for the server to refuse", () => {
  for (const text of ["2026-03-29T02:30", "yesterday", "", "2026-02-30T00:00:00Z"])
    expect(shiftTime(text, DAY)).toBe(text);
});

test("a version 7 id says when it was made, others do not", () => {
  expect(timeOfUuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).toBe("2022-02-22T19:22:22.000000Z");
  expect(timeOfUuid7("0c5e4f83-ee32-2c22-c6c3-98a94981de87")).toBeNull();
});
