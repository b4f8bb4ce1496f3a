import { expect, test } from "vitest";
import { muteChoices, whyNotMuted } from "./mute-choices";

const at = (iso: string) => Date.parse(iso);
const untilOf = (zone: string, now: string, name: string) =>
  muteChoices(zone, at(now)).find((choice) => choice.name === name)?.until;

test("tomorrow is the next day of the person's zone, at nine there", () => {
  expect(untilOf("Europe/Berlin", "2026-11-15T23:30:00Z", "Until tomorrow, 9:00")).toBe(
    "2026-11-17T08:00:00.000Z",
  );
  expect(untilOf("America/New_York", "2026-11-15T23:30:00Z", "Until tomorrow, 9:00")).toBe(
    "2026-11-16T14:00:00.000Z",
  );
});

test("a week over a change of the clock still ends at nine", () => {
  expect(untilOf("Europe/Berlin", "2026-10-22T08:00:00Z", "For a week")).toBe("2026-10-29T08:00:00.000Z");
});

test("nothing is muted into the past, for more than a year, or until no time", () => {
  const now = at("2026-11-15T12:00:00Z");
  expect(whyNotMuted("2026-11-15T12:00:00Z", now)).not.toBeNull();
  expect(whyNotMuted("2027-11-16T12:00:00Z", now)).not.toBeNull();
  expect(whyNotMuted("", now)).not.toBeNull();
  for (const { until } of muteChoices("Asia/Kathmandu", now)) expect(whyNotMuted(until, now)).toBeNull();
});
