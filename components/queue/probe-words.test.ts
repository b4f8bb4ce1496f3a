import { expect, test } from "vitest";
import { describeNextAsk } from "./probe-words";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const PAUSES = "with growing pauses until the case is settled.";

test.each([
  ["2026-11-15T12:04:00Z", true, `Errata asks again in 4 min, ${PAUSES}`],
  ["2026-11-15T11:59:58Z", true, `Errata asks again in a moment, ${PAUSES}`],
  ["2026-11-15T12:00:00Z", false, `Not asked yet. Errata asks in a moment, then again ${PAUSES}`],
])("the next time at %s, asked before: %s", (next_at, askedBefore, words) => {
  expect(describeNextAsk(next_at, NOW, askedBefore)).toBe(words);
});
