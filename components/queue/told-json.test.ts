import { expect, test } from "vitest";
import { rule } from "@/domain/verdict";
import { toldJson } from "./told-json";

const now = "2026-11-15T12:00:00.000000Z";
const key = { key_expires_at: "2026-11-16T12:00:00.000000Z", key_reused: false };

test("what is shown is what the runtime reads", () => {
  expect(JSON.parse(toldJson(rule("absent", key, now)))).toEqual({
    ...{ state: "settled", verdict: "absent", directive: "safe_to_retry" },
    ...{ retry_with: "same_key", valid_until: "2026-11-16T12:00:00.000000Z" },
  });
});

test("parts that say nothing are left out", () => {
  expect(toldJson(rule("committed", key, now))).toBe(
    '{"state": "settled", "verdict": "committed", "directive": "treat_as_done"}',
  );
});
