import { expect, test } from "vitest";
import { snoozeChoices, whyNotUntil } from "./snooze-choices";

const now = Date.parse("2026-11-15T12:00:00Z");
const untils = (deadline: string, zone = "UTC") =>
  snoozeChoices(deadline, zone, now).map(({ until, why_not }) => [until, why_not]);

test("a case sleeps an hour, until tomorrow's morning, or until an hour before its deadline", () => {
  expect(untils("2026-11-17T12:00:00.000000Z")).toEqual([
    ["2026-11-15T13:00:00.000Z", null],
    ["2026-11-16T09:00:00.000Z", null],
    ["2026-11-17T11:00:00.000Z", null],
  ]);
});

test("the morning is the person's own", () => {
  expect(untils("2026-11-17T12:00:00Z", "America/Chicago")[1]).toEqual(["2026-11-16T15:00:00.000Z", null]);
});

test("the morning after the clocks changed is still 9:00", () => {
  const [, morning] = snoozeChoices("2026-04-01T00:00:00Z", "Europe/Berlin", Date.parse("2026-03-28T12:00Z"));
  expect(morning?.until).toBe("2026-03-29T07:00:00.000Z");
});

test("nothing sleeps past its deadline, and what has passed is no choice", () => {
  expect(untils("2026-11-15T12:30:00Z").map(([, why]) => why)).toEqual([
    "That is after the deadline.",
    "That is after the deadline.",
    "That has passed already.",
  ]);
});

test("the very moment of the deadline is the last that may be chosen", () => {
  const deadline = "2026-11-15T14:00:00.000000Z";
  expect(whyNotUntil("2026-11-15T14:00:00.000Z", deadline, now)).toBeNull();
  expect(whyNotUntil("2026-11-15T14:00:00.001Z", deadline, now)).toBe("That is after the deadline.");
  expect(whyNotUntil("soon", deadline, now)).toBe("Give a day and a time.");
});
