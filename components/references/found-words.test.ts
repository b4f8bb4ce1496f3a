import { expect, it } from "vitest";
import { caseText, caseTitle, moreWords, severalText, severalTitle } from "./found-words";

const match = (found_by: "reference" | "run_id") =>
  ({ found_by }) as Parameters<typeof severalText>[0][number];

it("says how many match, and that there may be more", () => {
  const matches = [match("reference"), match("reference")];
  expect(severalTitle({ matches, more: null })).toBe("2 failures match");
  expect(severalTitle({ matches, more: { matches: 8, at_least: true } })).toBe("At least 10 failures match");
  expect(moreWords({ matches: 1_200, at_least: false })).toBe("1,200 older ones are not listed.");
  expect(moreWords({ matches: 0, at_least: true })).toBe(
    "There are older ones too; only the newest were read.",
  );
});

it("says by what they were found where that is no reference", () => {
  expect(severalText([match("run_id"), match("run_id")])).toContain("share the run that was pasted");
  expect(severalText([match("run_id")])).toContain("found by the run in the text");
  expect(severalText([match("reference")])).toContain("another reference");
  expect(severalText([match("run_id"), match("reference")])).toContain("References collide");
});

it("says of cases that no failure is known of them", () => {
  const of = { tool: null, state: "open" as const, opened_at: "", reference: null, may_open: true };
  const one = { case_id: crypto.randomUUID(), ...of };
  expect(caseTitle([one])).toBe("A case without a failure");
  expect(caseTitle([one, one])).toBe("2 cases without a failure");
  expect(caseText([one])).toContain("is the id of a case");
  expect(caseText([{ ...one, reference: "err_7c1f9a" }])).toContain("under this reference");
});
