import { expect, test } from "vitest";
import {
  changeEvidence,
  EMPTY_DRAFT,
  evidenceOf,
  isComplete,
  previewOf,
  problemsOf,
  type VerdictDraft,
} from "./draft";

const NOW = "2026-11-15T12:00:00.000000Z";
const NOW_MS = Date.parse(NOW);
const written = (change: Parameters<typeof changeEvidence>[2], nowMs = NOW_MS): VerdictDraft =>
  changeEvidence({ ...EMPTY_DRAFT, verdict: "absent" }, "1", change, nowMs);

test("the first thing written down stamps when it was seen; more writing does not", () => {
  const draft = written({ note: "nothing there" });
  expect(draft.evidence[0]?.observed_at).toBe(NOW);
  const later = changeEvidence(draft, "1", { note: "nothing there at all" }, NOW_MS + 60_000);
  expect(later.evidence[0]?.observed_at).toBe(NOW);
});

test("an empty draft says what is missing", () => {
  const problems = problemsOf(EMPTY_DRAFT, NOW);
  expect(problems).toMatchObject({ verdict: expect.any(String), evidence: expect.any(String) });
  expect(isComplete(problems)).toBe(false);
});

test.each([
  ["a note alone is enough", { note: "not in the ledger" }, true],
  ["an id alone is enough", { external_id: "re_1" }, true],
  ["white space is nothing", { note: "  " }, false],
  ["a link must be a web address", { url: "pay.example/re_1" }, false],
  ["no link may run", { url: "javascript:alert(1)" }, false],
  ["the future was not seen", { note: "x", observed_at: "2026-11-15T12:02:00.000Z" }, false],
  ["a clock a little ahead is forgiven", { note: "x", observed_at: "2026-11-15T12:00:30.000Z" }, true],
  ["no time is no time", { note: "x", observed_at: "soon" }, false],
])("%s", (_, change, complete) => {
  expect(isComplete(problemsOf(written(change), NOW))).toBe(complete);
});

test("what is sent is trimmed, canonical, and without rows that say nothing", () => {
  const draft = written({ external_id: " re_1 ", observed_at: "2026-11-15T11:00:00.000Z" });
  const more = {
    ...draft,
    evidence: [...draft.evidence, { ...draft.evidence[0], row: "2", external_id: "" }],
  };
  expect(evidenceOf(more as VerdictDraft)).toEqual([
    {
      kind: "provider_dashboard",
      external_id: "re_1",
      url: null,
      note: null,
      observed_at: "2026-11-15T11:00:00.000000Z",
    },
  ]);
});

const inFlight = { key_expires_at: null, key_reused: false, safe_after: "2026-11-15T12:10:00.000000Z" };

test("absent while the request may still land names the time from which it is safe", () => {
  expect(previewOf({ ...EMPTY_DRAFT, verdict: "absent" }, inFlight, NOW)?.permitted_from).toBe(
    inFlight.safe_after,
  );
});

test("what was seen too early stays too early, however late it is sent", () => {
  const late = "2026-11-15T13:00:00.000000Z";
  expect(previewOf(written({ note: "nothing" }), inFlight, late)?.permitted_from).toBe(inFlight.safe_after);
  const lookedAgain = written({ note: "nothing" }, Date.parse(late));
  expect(previewOf(lookedAgain, inFlight, late)?.permitted_from).toBeNull();
});

test("a key that still protects makes absent safe at once", () => {
  const keyed = { ...inFlight, key_expires_at: "2026-11-16T12:00:00.000000Z" };
  expect(previewOf(written({ note: "nothing" }), keyed, NOW)).toMatchObject({
    permitted_from: null,
    ruling: { retry_with: "same_key", valid_until: keyed.key_expires_at },
  });
});
