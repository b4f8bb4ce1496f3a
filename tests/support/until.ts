import { vi } from "vitest";

/** For what is waited for by itself, such as a topic of the hub: the end is for a test that fails, not for a slow machine. */
export const PATIENCE_MS = 60_000;

/** Tries until it no longer throws, and hands on what it answers. */
export function until<Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 });
}
