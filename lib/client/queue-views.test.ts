import { expect, test } from "vitest";
import { ROLE_CAPABILITIES } from "@/domain/permissions";
import { countOf, queueViewsFor } from "./queue-views";

const counts = {
  ...{ open: 41, mine: 2, assigned: 1, second: 4, escalated: 1, snoozed: 3, watched: 0 },
  ...{ settled: 100, undelivered: 5, overdue: 7 },
};

test("everything unsettled counts what sleeps and what waits for a second person, too", () => {
  expect(countOf("unsettled", counts)).toBe(48);
  expect(countOf("open", counts)).toBe(41);
});

test("only who works on cases is shown what they hold or are asked to see to", () => {
  expect(queueViewsFor([...ROLE_CAPABILITIES.reconciler])).toContain("assigned");
  expect(queueViewsFor([...ROLE_CAPABILITIES.engineer])).not.toContain("mine");
  expect(queueViewsFor([])).toEqual([]);
});
