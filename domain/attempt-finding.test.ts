import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ATTEMPT_FINDINGS,
  type AttemptFinding,
  type FindingsContext,
  type FoundAttempt,
  whyNotByAttempts,
} from "./attempt-finding";
import { EFFECTS } from "./effect";
import { addSeconds } from "./instant";
import { VERDICTS, type Verdict } from "./verdict";

const OPENED = "2026-11-15T12:00:00.000000Z";
const duplicate: FindingsContext = { flags: ["possible_duplicate"], reopened_at: OPENED };
const ordinary: FindingsContext = { flags: [], reopened_at: null };

const attempts = (found: (AttemptFinding | null)[], parts: Partial<FoundAttempt> = {}): FoundAttempt[] =>
  found.map((one, at) => ({
    ...{ attempt_id: at + 1, effect: "unknown", found: one },
    found_at: one === null ? null : addSeconds(OPENED, at),
    ...parts,
  }));
const codeOf = (of: FoundAttempt[], verdict: Verdict, context: FindingsContext) =>
  whyNotByAttempts(of, verdict, context)?.code ?? null;

const anAttempt = fc.record({
  attempt_id: fc.nat(),
  effect: fc.constantFrom(...EFFECTS, null),
  found: fc.constantFrom(...ATTEMPT_FINDINGS, null),
  found_at: fc.integer({ min: -10, max: 10 }).map((seconds) => addSeconds(OPENED, seconds)),
});
const some = fc.array(
  anAttempt.map((one): FoundAttempt => ({ ...one, found_at: one.found === null ? null : one.found_at })),
  { minLength: 1, maxLength: 6 },
);

describe("a possible duplicate", () => {
  test("takes no verdict while one attempt in doubt is not settled in this opening", () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...VERDICTS), (of, verdict) => {
        const inDoubt = of.filter(({ effect }) => effect === null || effect === "unknown");
        const open = inDoubt.filter(({ found, found_at }) => found === null || (found_at ?? "") < OPENED);
        const refusal = whyNotByAttempts(of, verdict, duplicate);
        expect(refusal?.code === "attempts_not_settled").toBe(open.length > 0);
        if (open.length > 0)
          expect(refusal?.details).toMatchObject({ attempt_ids: open.map((one) => one.attempt_id) });
      }),
    );
  });

  test("is absent only if no attempt landed, and then no other verdict fits", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ATTEMPT_FINDINGS), { minLength: 1, maxLength: 5 }), (found) => {
        const of = attempts(found);
        const allAbsent = found.every((one) => one === "absent");
        expect(codeOf(of, "absent", duplicate) === null).toBe(allAbsent);
        for (const verdict of ["committed", "compensated", "undeterminable"] as const)
          if (allAbsent) expect(codeOf(of, verdict, duplicate)).toBe("verdict_contradicts_attempts");
      }),
    );
  });

  test("always leaves exactly the verdicts that its attempts add up to, and at least one", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ATTEMPT_FINDINGS), { minLength: 1, maxLength: 5 }), (found) => {
        const has = (one: AttemptFinding) => found.includes(one);
        const fits: Record<Verdict, boolean> = {
          committed: has("committed"),
          absent: !has("committed") && !has("compensated") && !has("undeterminable"),
          compensated: has("compensated") && !has("committed") && !has("undeterminable"),
          undeterminable: has("undeterminable"),
        };
        for (const verdict of VERDICTS)
          expect([verdict, codeOf(attempts(found), verdict, duplicate) === null]).toEqual([
            verdict,
            fits[verdict],
          ]);
        expect(Object.values(fits)).toContain(true);
      }),
    );
  });

  test("believes what an attempt reported of itself until a person found otherwise", () => {
    const reported = attempts([null], { effect: "committed" });
    expect(codeOf(reported, "absent", duplicate)).toBe("verdict_contradicts_attempts");
    expect(codeOf(reported, "committed", duplicate)).toBeNull();
    const corrected = attempts(["compensated"], { effect: "committed" });
    expect(codeOf(corrected, "compensated", duplicate)).toBeNull();
  });
});

describe("any other case", () => {
  test("needs no finding, whatever its attempts reported", () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...VERDICTS), (of, verdict) => {
        const unseen = of.map((one) => ({ ...one, found: null, found_at: null }));
        expect(whyNotByAttempts(unseen, verdict, ordinary)).toBeNull();
      }),
    );
  });

  test("takes no verdict against what a person found", () => {
    expect(codeOf(attempts(["committed", null]), "absent", ordinary)).toBe("verdict_contradicts_attempts");
    expect(codeOf(attempts(["committed"]), "undeterminable", ordinary)).toBe("verdict_contradicts_attempts");
    expect(codeOf(attempts(["absent", null]), "committed", ordinary)).toBeNull();
    expect(codeOf(attempts(["absent"]), "committed", ordinary)).toBe("verdict_contradicts_attempts");
  });

  test("has no attempts when it was opened without one, and takes any verdict", () => {
    for (const verdict of VERDICTS) expect(whyNotByAttempts([], verdict, duplicate)).toBeNull();
  });
});
