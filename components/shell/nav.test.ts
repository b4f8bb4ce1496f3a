import { expect, test } from "vitest";
import { placeOf } from "./nav";

test.each([
  ["/", "Overview"],
  ["/unmapped", "Unmapped"],
  ["/lint", "Linter"],
  ["/queue", "Queue"],
  ["/queue/0192f3a4-7c1f-7000-8000-000000000000", "Queue"],
  ["/queue/figures", "Figures"],
  ["/intake/quarantine", "Intake"],
  ["/recovery/next-moves", "Recovery"],
  ["/alerts/history", "Alerts"],
  ["/settings/tools", "Settings"],
])("%s belongs to %s", (pathname, label) => {
  expect(placeOf(pathname)?.label).toBe(label);
});

test("a page without a place belongs to none", () => {
  expect(placeOf("/events")).toBeUndefined();
});
