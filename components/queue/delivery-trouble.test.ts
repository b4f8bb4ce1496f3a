import { expect, test } from "vitest";
import type { CaseDelivery } from "@/lib/contract/webhooks";
import { describeTrouble, troubledDelivery } from "./delivery-trouble";

const delivery = (change: Partial<CaseDelivery>): CaseDelivery => ({
  ...{ delivery_id: "d", subscription_id: "s", message_id: "m", type: "case.settled", case_id: "c" },
  ...{ verdict_id: "v2", state: "waiting", created_at: "", next_at: null, delivered_at: null },
  dropped_because: null,
  ...{ subscription: "billing", removed: false, tries: [] },
  ...change,
});

test("what tells of the verdict that stands and was not taken is the trouble, given up before waiting", () => {
  const failed = delivery({ delivery_id: "failed", state: "failed" });
  const found = troubledDelivery(
    [
      delivery({ verdict_id: "v1", state: "failed" }),
      delivery({ state: "delivered" }),
      delivery({ delivery_id: "waiting" }),
      failed,
    ],
    "v2",
  );
  expect(found).toBe(failed);
  expect(troubledDelivery([delivery({ state: "delivered" })], "v2")).toBeNull();
  expect(troubledDelivery([delivery({ verdict_id: null })], null)).toBeNull();
});

test("the last try says why", () => {
  const attempt = { try_number: 1, started_at: "", duration_ms: 84, by: null };
  const tries = [
    { ...attempt, status: null, error: "timed_out" },
    { ...attempt, status: 503, error: "refused" },
  ];
  expect(describeTrouble(delivery({ tries }))).toBe("billing: 503 refused, in 84 ms");
  expect(describeTrouble(delivery({}))).toBe("billing: waits for its first try");
});
