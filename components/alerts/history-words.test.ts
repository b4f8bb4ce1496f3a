import { expect, it } from "vitest";
import type { AlertChangeItem } from "@/lib/contract/alerts";
import { changeWords } from "./history-words";

it.each([
  ["told", true, 2],
  ["told", true, null],
  ["no webhook listened", true, 0],
  ["not told: muted", false, null],
  ["muted at first, then told", false, 1],
  ["muted at first, then no webhook listened", false, 0],
])("says of a firing: %s", (words, told, webhooks) => {
  expect(changeWords({ kind: "firing", told, webhooks } as AlertChangeItem)).toBe(words);
});
