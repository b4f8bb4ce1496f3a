import { expect, test } from "vitest";
import { timeZones, zoneOptions } from "./zones";

test("UTC is offered once, and first", () => {
  const zones = timeZones();
  expect(zones[0]).toBe("UTC");
  expect(zones.filter((zone) => zone === "UTC")).toHaveLength(1);
  expect(zones).toContain("Europe/Berlin");
});

test("a zone in use under another name stays what it is", () => {
  const zones = ["UTC", "America/New_York"];
  expect(zoneOptions(zones, "Asia/Kolkata").map(({ value }) => value)).toEqual(["Asia/Kolkata", ...zones]);
  expect(zoneOptions(zones, "UTC")).toEqual([
    { value: "UTC", label: "UTC" },
    { value: "America/New_York", label: "America/New York" },
  ]);
  expect(zoneOptions(zones, "")).toHaveLength(2);
});
