import { expect, test } from "vitest";
import { noticeCase, noticeHref, noticeWords, unreadWords } from "./notice-words";

test.each([
  [{ kind: "assigned", by: "Rita", data: {} }, "Rita asks you to see to it"],
  [{ kind: "assigned", by: "Rita", data: { others: 1199 } }, "Rita asks you to see to it and 1,199 others"],
  [{ kind: "assigned", by: "Rita", data: { others: 0 } }, "Rita asks you to see to it"],
  [{ kind: "noted", by: "Rita", data: { others: 1 } }, "Rita wrote a note on it and 1 other"],
  [
    { kind: "settled", by: "Rita", data: { verdict: "absent", others: 2 } },
    "Settled by Rita, it and 2 others: it did not happen",
  ],
  [{ kind: "escalated", by: "Rita", data: { assigned: true } }, "Rita escalated it to you"],
  [{ kind: "escalated", by: "Rita", data: { assigned: false } }, "Rita asks for another pair of eyes"],
  [{ kind: "settled", by: null, data: { verdict: "absent" } }, "Settled by Errata: it did not happen"],
  [
    { kind: "reopened", by: null, data: { reopened_because: "expired" } },
    "Reopened: the runtime asked too late",
  ],
  [{ kind: "reopened", by: null, data: {} }, "Reopened"],
  [{ kind: "reopened", by: "Rita", data: { reopened_because: "by_hand" } }, "Rita reopened it"],
  [{ kind: "reopened", by: null, data: { reopened_because: "by_hand" } }, "Reopened: it was asked for"],
  [{ kind: "overdue", by: null, data: {} }, "Its deadline has passed"],
] as const)("%o is told", (told, words) => {
  expect(noticeWords(told)).toBe(words);
});

test("many that were assigned at once lead to their view, anything else to its case", () => {
  const case_id = "7c0f";
  expect(noticeHref({ kind: "assigned", case_id, data: { others: 3 } })).toBe("/queue?view=assigned");
  expect(noticeHref({ kind: "assigned", case_id, data: { others: 0 } })).toBe("/queue/7c0f");
  expect(noticeHref({ kind: "settled", case_id, data: { others: 3 } })).toBe("/queue/7c0f");
});

test("a long count is cut, not wrapped", () => {
  expect(unreadWords(99)).toBe("99");
  expect(unreadWords(1000)).toBe("99+");
});

test("a case is told apart by its key, or else by the beginning of its id", () => {
  const told = { tool: "refund", tenant: "acme-air", case_id: "7c0f1a22-1111-4222-8333-444455556666" };
  expect(noticeCase({ ...told, idempotency_key: "rf_1" })).toEqual({
    words: "refund · acme-air",
    code: "rf_1",
  });
  expect(noticeCase({ ...told, tenant: null, tool: null, idempotency_key: null })).toEqual({
    words: "unreadable report",
    code: "case 7c0f1a22",
  });
});
