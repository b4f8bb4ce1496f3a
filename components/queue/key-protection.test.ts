import { expect, test } from "vitest";
import { keyProtection } from "./key-protection";

const key_expires_at = "2026-11-15T12:00:00.000000Z";
const before = Date.parse("2026-11-15T11:00:00Z");
const after = Date.parse("2026-11-15T13:00:00Z");
const open = { state: "open", key_expires_at, flags: [], verdict_id: null, verdicts: [] } as const;
const settled = (retry_with: "same_key" | "new_key" | null) =>
  ({ ...open, state: "settled", verdict_id: "v1", verdicts: [{ verdict_id: "v1", retry_with }] }) as const;

test("an open case says until when a repeat is safe", () => {
  expect(keyProtection(open, before)?.detail).toBe("until then a repeat is safe");
  expect(keyProtection(open, after)?.detail).toBe("it does not any more");
  expect(keyProtection({ ...open, key_expires_at: null }, before)?.until).toEqual({ words: "no key" });
  expect(keyProtection({ ...open, flags: ["key_reused"] }, before)?.until).toEqual({ words: "not at all" });
});

test("a settled one only where its verdict asks for a repeat with that key", () => {
  expect(keyProtection(settled(null), before)).toBeNull();
  expect(keyProtection(settled("new_key"), before)).toBeNull();
  expect(keyProtection(settled("same_key"), before)).toEqual({
    until: { iso: key_expires_at },
    detail: "until then a repeat is safe",
  });
});
