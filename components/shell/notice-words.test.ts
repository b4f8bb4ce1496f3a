import { expect, test } from "vitest";
import { noticeWords, unreadWords } from "./notice-words";

test.each([
  [{ kind: "assigned", by: "Rita", data: {} }, "Rita asks you to see to it"],
  [{ kind: "escalated", by: "Rita", data: { assigned: true } }, "Rita escalated it to you"],
  [{ kind: "escalated", by: "Rita", data: { assigned: false } }, "Rita asks for another pair of eyes"],
  [{ kind: "settled", by: null, data: { verdict: "absent" } }, "Settled by Errata: it did not happen"],
  [
    { kind: "reopened", by: null, data: { reopened_because: "expired" } },
    "Reopened: the runtime asked too late",
  ],
  [{ kind: "reopened", by: null, data: {} }, "Reopened"],
  [{ kind: "overdue", by: null, data: {} }, "Its deadline has passed"],
] as const)("%o is told", (told, words) => {
  expect(noticeWords(told)).toBe(words);
});

test("a long count is cut, not wrapped", () => {
  expect(unreadWords(99)).toBe("99");
  expect(unreadWords(1000)).toBe("99+");
});
