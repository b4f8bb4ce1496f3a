import fc from "fast-check";
import { expect, test } from "vitest";
import { type CommittedEvidence, type Overruling, whyNotOverEvidence } from "./committed-evidence";
import { VERDICTS } from "./verdict";

const IDS = ["a", "b", "c", "d"];
const piece = (evidence_id: string): CommittedEvidence => ({
  ...{ evidence_id, source: "stripe", external_id: `re_${evidence_id}` },
  observed_at: "2026-11-15T12:00:00.000000Z",
});
const code = (known: readonly string[], overruling: Overruling) =>
  whyNotOverEvidence(known.map(piece), overruling)?.code ?? null;
const ids = fc.subarray(IDS);
const others = fc.constantFrom("key", "system");

test("absent is given exactly when a person has named every piece that says committed, and no other id", () => {
  fc.assert(
    fc.property(ids, ids, (known, overrules) => {
      const strange = overrules.some((id) => !known.includes(id));
      const left = known.some((id) => !overrules.includes(id));
      const expected = strange ? "evidence_not_overruled" : left ? "evidence_says_committed" : null;
      expect(code(known, { verdict: "absent", overrules, by_kind: "person" })).toBe(expected);
    }),
  );
});

test("nobody but a person overrules anything", () => {
  fc.assert(
    fc.property(ids, others, (known, by_kind) => {
      const given = code(known, { verdict: "absent", overrules: known, by_kind });
      expect(given).toBe(known.length === 0 ? null : "evidence_says_committed");
    }),
  );
});

test("other verdicts are not kept from anybody, and overrule nothing", () => {
  fc.assert(
    fc.property(ids, ids, fc.constantFrom(...VERDICTS), (known, overrules, verdict) => {
      fc.pre(verdict !== "absent");
      const expected = overrules.length > 0 ? "evidence_not_overruled" : null;
      expect(code(known, { verdict, overrules, by_kind: "person" })).toBe(expected);
    }),
  );
});

test("the refusal names each piece that is left, at most a hundred, and how many there are", () => {
  const many = Array.from({ length: 120 }, (_, index) => piece(String(index)));
  const overruling = { verdict: "absent", overrules: ["0"], by_kind: "person" } as const;
  const error = whyNotOverEvidence(many, overruling);
  expect(error?.details?.evidence_count).toBe(119);
  expect(error?.details?.evidence).toHaveLength(100);
  expect(whyNotOverEvidence([piece("x")], { ...overruling, overrules: [] })?.details).toEqual({
    evidence: [piece("x")],
    evidence_count: 1,
  });
});
