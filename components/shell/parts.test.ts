import { expect, test } from "vitest";
import { ROLE_CAPABILITIES } from "@/domain/permissions";
import { partsFor } from "./parts";

const labelsFor = (role: keyof typeof ROLE_CAPABILITIES) =>
  partsFor([...ROLE_CAPABILITIES[role]]).map(({ label }) => label);

test("the palette knows the parts that a role opens, and no others", () => {
  expect(labelsFor("admin")).toContain("Settings: people");
  expect(labelsFor("support")).not.toContain("Settings: people");
  expect(labelsFor("support")).toContain("Settings: profile");
  expect(labelsFor("support")).toContain("Explore: by code");
  expect(labelsFor("reconciler")).toContain("Queue: mine");
  expect(labelsFor("engineer")).toContain("Intake: quarantine");
  expect(labelsFor("support")).not.toContain("Intake: quarantine");
  expect(labelsFor("engineer")).not.toContain("Queue: mine");
  expect(labelsFor("engineer")).toContain("Alerts: new alert");
  expect(labelsFor("support")).toContain("Alerts: history");
  expect(labelsFor("support")).not.toContain("Alerts: new alert");
});
