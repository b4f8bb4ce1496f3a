import { expect, test } from "vitest";
import { rule } from "@/domain/verdict";
import { seenIn, toldJson } from "./told-json";

const NOTHING = { external_id: null, observed_at: null };

const now = "2026-11-15T12:00:00.000000Z";
const key = { key_expires_at: "2026-11-16T12:00:00.000000Z", key_reused: false };

test("what is shown is what the runtime reads", () => {
  expect(JSON.parse(toldJson(rule("absent", key, now), NOTHING))).toEqual({
    ...{ state: "settled", verdict: "absent", directive: "safe_to_retry" },
    ...{ retry_with: "same_key", valid_until: "2026-11-16T12:00:00.000000Z" },
  });
});

test("parts that say nothing are left out", () => {
  expect(toldJson(rule("committed", key, now), NOTHING)).toBe(
    '{"state": "settled", "verdict": "committed", "directive": "treat_as_done"}',
  );
});

test("so is what was seen: the newest id and the newest look", () => {
  const piece = { kind: "ledger", url: null, note: null };
  const seen = seenIn([
    { ...piece, external_id: "re_2", observed_at: "2026-11-15T11:50:00.000000Z" },
    { ...piece, external_id: "re_1", observed_at: "2026-11-15T11:40:00.000000Z" },
    { ...piece, external_id: null, note: "nothing new", observed_at: "2026-11-15T11:55:00.000000Z" },
  ]);
  expect(JSON.parse(toldJson(rule("committed", key, now), seen))).toEqual({
    ...{ state: "settled", verdict: "committed", directive: "treat_as_done" },
    ...{ external_id: "re_2", observed_at: "2026-11-15T11:55:00.000000Z" },
  });
  expect(seenIn([])).toEqual(NOTHING);
});
