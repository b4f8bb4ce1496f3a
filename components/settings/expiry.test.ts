import { expect, test } from "vitest";
import { expiresAt, keyState } from "./expiry";

const NOW = Date.parse("2026-11-15T12:00:00Z");

test("an expiry is counted from now, and none is null", () => {
  expect(expiresAt("30", NOW)).toBe("2026-12-15T12:00:00.000Z");
  expect(expiresAt("0", NOW)).toBeNull();
});

test("a revoked key is revoked even after it expired; the moment of expiry is over", () => {
  const past = "2026-11-15T12:00:00Z";
  expect(keyState({ revoked_at: null, expires_at: null }, NOW)).toBe("live");
  expect(keyState({ revoked_at: null, expires_at: past }, NOW)).toBe("expired");
  expect(keyState({ revoked_at: null, expires_at: "2026-11-15T12:00:01Z" }, NOW)).toBe("live");
  expect(keyState({ revoked_at: past, expires_at: past }, NOW)).toBe("revoked");
});
