import { expect, test } from "vitest";
import type { Alert } from "@/lib/contract/alerts";
import { conditionWords, holdWords, limitWords, placeWords, suggestedName, valueWords } from "./alert-words";

type Condition = Alert["condition"];

const SHARE: Condition = { kind: "unmapped_share", above: 0.07, window_minutes: 15, min_failures: 20 };
const RATE: Condition = {
  ...{ kind: "rate", code: "card_declined", class: null, above: 0.125, per: "minute", window_minutes: 90 },
};
const SILENCE: Condition = {
  kind: "silence",
  code: null,
  states: ["hidden", "unexplained", "producer_stopped"],
};
const LEAK: Condition = { kind: "leak", leak_kinds: ["path", "sql"], window_minutes: 60 };
const DUE: Condition = { kind: "cases_due", within_minutes: 120, above: 2 };
const NOWHERE = { tool: null, service: null, environment: null, tenant: null };

test.each<[Condition, string]>([
  [SHARE, "unmapped share above 7% over 15 min, from 20 failures on"],
  [{ ...SHARE, min_failures: 1 }, "unmapped share above 7% over 15 min, from 1 failure on"],
  [RATE, "card_declined above 0.125 per minute over 1 h 30 min"],
  [{ ...RATE, code: null, class: "not_found" }, "class not_found above 0.125 per minute over 1 h 30 min"],
  [SILENCE, "any code goes silent"],
  [
    { ...SILENCE, code: "card_declined", states: ["producer_stopped"] },
    "card_declined goes silent (producer stopped)",
  ],
  [LEAK, "a leak (file path or SQL) within 1 h"],
  [{ ...LEAK, leak_kinds: null }, "any leak within 1 h"],
  [DUE, "more than 2 cases due within 2 h or past their deadline"],
  [{ ...DUE, within_minutes: 0, above: 0 }, "a case past its deadline"],
])("%j is said as “%s”", (condition, words) => {
  expect(conditionWords(condition)).toBe(words);
});

test("a limit is said as it was given, a value is rounded", () => {
  expect(limitWords({ ...SHARE, above: 0.1234 })).toBe("above 12.34%");
  expect(valueWords(SHARE, 0.1234)).toBe("12%");
  expect(limitWords(RATE)).toBe("above 0.125 per minute");
  expect([DUE, LEAK].map(limitWords)).toEqual(["above 2", "at the first"]);
  expect(valueWords(RATE, 3.456)).toBe("3.46 per minute");
});

test("what is counted is said in its own word, one of it in the singular", () => {
  expect([1, 2].map((count) => valueWords(DUE, count))).toEqual(["1 case", "2 cases"]);
  expect([1, 2].map((count) => valueWords(LEAK, count))).toEqual(["1 leaking place", "2 leaking places"]);
  expect(valueWords(SILENCE, 1)).toBe("1 silent code");
});

test("a place names the narrower part first, and all of it is everywhere", () => {
  expect(placeWords({ ...NOWHERE, tool: "refund", environment: "production" })).toBe("refund · production");
  expect(placeWords(NOWHERE)).toBe("everywhere");
});

test("holding for no time is at once", () => {
  expect(holdWords({ for_minutes: 0, resolve_after_minutes: 0 })).toBe("Fires at once, resolves at once.");
  expect(holdWords({ for_minutes: 5, resolve_after_minutes: 60 })).toBe(
    "Fires after 5 min above, resolves after 1 h no longer above.",
  );
});

test("what has no name is called after what it watches, within what a name may have", () => {
  expect(suggestedName(RATE, { ...NOWHERE, service: "payments" })).toBe("Rate of card_declined, payments");
  expect(suggestedName(SHARE, NOWHERE)).toBe("Unmapped share above 7%");
  expect(suggestedName(RATE, { ...NOWHERE, tool: "t".repeat(200) })).toHaveLength(100);
});
