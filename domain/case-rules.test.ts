import { describe, expect, it } from "vitest";
import { type CaseFacts, deadlineOf, foldNews, type StandingVerdict } from "./case-rules";
import { addSeconds } from "./instant";
import { DEFAULT_TOOL_RULES } from "./tool-rules";

const NOW = "2026-11-15T12:00:00.000000Z";
const ago = (seconds: number) => addSeconds(NOW, -seconds);

/** Settled after the key's life, with evidence observed 600 s ago. */
const settled: CaseFacts = {
  ...{ state: "settled", opening: 1, flags: [], arguments_hash: null, attempt_count: 1 },
  ...{ first_attempt_at: ago(90_000), last_attempt_at: ago(90_000), key_expires_at: ago(3600) },
  ...{ safe_after: ago(89_100), due_from: ago(90_000), deadline_at: ago(3600) },
};
const fold = (verdict: Partial<StandingVerdict>, occurred_at: string, opens = true) =>
  foldNews(
    settled,
    { attempts: [{ occurred_at, arguments_hash: null, opens }], observations: [] },
    {
      rules: DEFAULT_TOOL_RULES,
      now: NOW,
      verdict: { verdict: "committed", retry_with: null, observed_at: ago(600), ...verdict },
      retry_acknowledged: false,
    },
  );

describe("a new attempt on a settled case", () => {
  it("reopens when it occurred after the evidence was observed, not at that instant", () => {
    expect(fold({}, ago(600)).reopened).toBeNull();
    expect(fold({}, ago(599)).reopened).toBe("new_attempt");
    expect(fold({}, ago(599), false).reopened).toBeNull();
  });

  it("reopens absent with a new key also when it may have landed after the look", () => {
    const absent = { verdict: "absent", retry_with: "new_key" } as const;
    expect(fold(absent, ago(600 + 899)).reopened).toBe("new_attempt");
    expect(fold(absent, ago(600 + 900)).reopened).toBeNull();
    expect(fold({}, ago(600 + 899)).reopened).toBeNull();
  });

  it("begins the next opening, due by the service level since the key is over", () => {
    const { facts } = fold({}, ago(1));
    expect(facts).toMatchObject({ state: "open", opening: 2, due_from: NOW, attempt_count: 2 });
    expect(facts.deadline_at).toBe(addSeconds(NOW, DEFAULT_TOOL_RULES.sla_seconds));
    expect(facts.safe_after).toBe(addSeconds(NOW, 899));
  });
});

describe("the deadline", () => {
  const facts = { opening: 1, flags: [], key_expires_at: NOW, due_from: ago(60) };
  it("is the end of the key's protection, else the service level", () => {
    expect(deadlineOf(facts, DEFAULT_TOOL_RULES)).toBe(NOW);
    for (const changed of [{ key_expires_at: null }, { flags: ["key_reused" as const] }])
      expect(deadlineOf({ ...facts, ...changed }, DEFAULT_TOOL_RULES)).toBe(addSeconds(NOW, 14_340));
    expect(deadlineOf({ ...facts, opening: 2, key_expires_at: ago(61) }, DEFAULT_TOOL_RULES)).toBe(
      addSeconds(NOW, 14_340),
    );
  });
});
