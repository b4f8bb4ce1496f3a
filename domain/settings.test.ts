import { expect, it } from "vitest";
import { DEFAULT_SETTINGS, readableSettings } from "./settings";

it("a setting that cannot be read leaves the others as they are stored", () => {
  const stored = {
    ...DEFAULT_SETTINGS,
    retention_days: 400,
    wordings: { transient: 1 },
    time_zone: "Mars/Base",
  };
  const { wordings: _, time_zone: __, ...readable } = { ...DEFAULT_SETTINGS, retention_days: 400 };
  expect(readableSettings(stored)).toEqual({ settings: readable, unreadable: ["time_zone", "wordings"] });
  expect(readableSettings({})).toEqual({ settings: {}, unreadable: [] });
});
