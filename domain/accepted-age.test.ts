import { expect, test } from "vitest";
import { acceptedAge } from "./accepted-age";

const NOW = "2026-11-30T12:00:00.000000Z";

test.each([
  ["while nothing was dropped, as old as things are kept", null, 90],
  ["after a drop that the retention asked for, still", "2026-08-31T10:00:00.000000Z", 90],
  [
    "after one that a lower retention asked for, no older than what was dropped",
    "2026-11-10T00:00:00.000000Z",
    20,
  ],
  ["in whole days", "2026-11-09T12:00:00.000001Z", 20],
  ["never less than nothing", "2026-12-01T00:00:00.000000Z", 0],
])("%s", (_, dropped_until, days) => expect(acceptedAge(90, dropped_until, NOW)).toBe(days));
