import { expect, it } from "vitest";
import { reportedEvidence } from "./evidence";
import { verdictsQuery } from "./verdicts";

const ID = "0c5e4f83-ee32-2c22-c6c3-98a94981de87";

it.each([
  { case_id: ID, event_id: ID },
  { case_id: ID, tool: "pay", idempotency_key: "k" },
  { event_id: ID, idempotency_key: "k" },
  { tool: "pay" },
  {},
])("a runtime asks by one identity only, not by %j", (query) => {
  expect(verdictsQuery.safeParse(query).success).toBe(false);
});

it("a part that a producer serialises as null was not said", () => {
  const sent = { tool: "pay", idempotency_key: "k", tenant: null, environment: null, service: "" };
  const rest = { effect: "COMMITTED", source: "psp", kind: "callback", observed_at: "2026-11-29T10:00:00Z" };
  const parsed = reportedEvidence.parse({ ...sent, ...rest });
  expect(parsed).toMatchObject({ service: "", effect: "committed" });
  expect([parsed.tenant, parsed.environment]).toEqual([undefined, undefined]);
});
