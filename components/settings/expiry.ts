const DAY_MS = 86_400_000;

/** How long a key may live, as offered; 0 is for ever. */
export const EXPIRIES = [
  { value: "0", label: "Does not expire" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
export type Expiry = (typeof EXPIRIES)[number]["value"];

/** The moment that a choice means now; null does not expire. */
export function expiresAt(expiry: Expiry, nowMs: number): string | null {
  const days = Number(expiry);
  return days === 0 ? null : new Date(nowMs + days * DAY_MS).toISOString();
}

export type KeyState = "live" | "expired" | "revoked";

/** What a key is good for at this moment. */
export function keyState(
  key: { revoked_at: string | null; expires_at: string | null },
  nowMs: number,
): KeyState {
  if (key.revoked_at !== null) return "revoked";
  return key.expires_at !== null && Date.parse(key.expires_at) <= nowMs ? "expired" : "live";
}
