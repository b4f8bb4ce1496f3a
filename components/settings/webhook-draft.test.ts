import { expect, test } from "vitest";
import { offeredTypes } from "./webhook-draft";

test("what is not sent yet is offered only where it was chosen before", () => {
  expect(offeredTypes(["case.settled"])).not.toContain("alert.fired");
  expect(offeredTypes([])).toContain("case.overdue");
  expect(offeredTypes(["alert.fired"])).toContain("alert.fired");
  expect(offeredTypes(["alert.fired"])).not.toContain("alert.resolved");
});
