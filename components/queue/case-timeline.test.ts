import { expect, test } from "vitest";
import type { CaseDetail } from "@/lib/contract/cases";
import type { GivenVerdict } from "@/lib/contract/verdicts";
import { caseTimeline, reopenedBy } from "./case-timeline";

const at = (minute: number) => `2026-11-15T12:${String(minute).padStart(2, "0")}:00.000000Z`;
const verdict = (change: Partial<GivenVerdict>) =>
  ({
    ...{ state: "settled", verdict: "absent", directive: "safe_to_retry", by: "Ann", given_at: at(5) },
    ...{ settled_at: at(5), approved_by: null, voided_at: null, voided_because: null },
    ...{ superseded_at: null, superseded_because: null },
    delivery: { sent_at: null, delivered_at: null, acknowledged_at: null, acknowledged_by: null },
    ...change,
  }) as GivenVerdict;
const told = (change: Partial<CaseDetail>) =>
  caseTimeline({
    ...{ opened_at: at(1), opened_by: "billing", reason: null, assigned_at: null, assigned_to: null },
    ...{ attempts: [], claims: [], verdicts: [], evidence: [], probe_runs: [], notes: [] },
    ...change,
  } as CaseDetail).map(({ who, what }) => (who === null ? what : `${who} ${what}`));

test("a case begins with its opening", () => {
  expect(told({})).toEqual(["billing opened the case"]);
});

test("claims say how they ended, unless a verdict says it", () => {
  const claim = { by: "Ann", by_id: "ann", claimed_at: at(2), expires_at: at(17) };
  const claims = [
    { ...claim, ended_at: at(17), ended_as: "expired" as const },
    { ...claim, claimed_at: at(20), ended_at: at(21), ended_as: "given_back" as const },
    { ...claim, claimed_at: at(22), ended_at: at(23), ended_as: "settled" as const },
  ];
  expect(told({ claims })).toEqual([
    "Ann claimed it",
    "Ann let go of it",
    "Ann claimed it",
    "The claim of Ann ran out",
    "Ann claimed it",
    "billing opened the case",
  ]);
});

test("a verdict is told with what became of it, newest first", () => {
  const delivery = {
    ...{ sent_at: at(6), delivered_at: at(6), acknowledged_at: at(7), acknowledged_by: "run-1" },
  };
  const verdicts = [verdict({ delivery, superseded_at: at(9), superseded_because: "contradicted" })];
  expect(told({ verdicts })).toEqual([
    "Reopened: something seen outside speaks against the verdict",
    "run-1 acknowledged the verdict",
    "A runtime was told: it is safe to retry",
    "Ann settled it: it did not happen; it is safe to retry",
    "billing opened the case",
  ]);
});

test("where two people decided, both are named", () => {
  const verdicts = [verdict({ given_at: at(4), approved_by: "Bob" })];
  expect(told({ verdicts })).toEqual([
    "Bob agreed, which settled it: it did not happen; it is safe to retry",
    "Ann proposed a verdict: it did not happen",
    "billing opened the case",
  ]);
});

test("a probe that became evidence is told once, as evidence", () => {
  const run = { by: "Errata", by_kind: "system", asked_at: at(3) };
  const probe_runs = [
    { ...run, outcome: "committed", evidence_id: "e1" },
    { ...run, outcome: "failed", evidence_id: null },
  ] as CaseDetail["probe_runs"];
  const evidence = [
    { ...{ received_at: at(4), source: "probe", by: "Errata", by_kind: "system", verdict_id: null } },
  ].map((piece) => ({ ...piece, effect: "committed", kind: "probe", external_id: null }));
  expect(told({ probe_runs, evidence: evidence as CaseDetail["evidence"] })).toEqual([
    "probe reported that it is committed",
    "Errata asked outside, which failed",
    "billing opened the case",
  ]);
});

test("attempts that were there from the start are the opening itself; later ones are told", () => {
  const attempt = { reference: "err_1", found: null, found_at: null };
  const attempts = [
    { ...attempt, received_at: at(1) },
    { ...attempt, received_at: at(8) },
  ] as CaseDetail["attempts"];
  expect(told({ attempts })).toEqual(["Another attempt came in: err_1", "billing opened the case"]);
});

test("who reopened it is named once, with why", () => {
  const verdicts = [verdict({ superseded_at: at(9), superseded_because: "by_hand" })];
  const note = { note_id: "n", kind: "reopening", by: "Rita", by_id: "rita", text: "no", created_at: at(9) };
  const settled = ["Ann settled it: it did not happen; it is safe to retry", "billing opened the case"];
  expect(told({ verdicts, notes: [note] as CaseDetail["notes"] })).toEqual(["Rita reopened it", ...settled]);
  expect(
    reopenedBy({ reopened_at: at(9), reopened_because: "by_hand", notes: [note] as CaseDetail["notes"] }),
  ).toBe("Rita");
  expect(reopenedBy({ reopened_at: at(9), reopened_because: "by_hand" })).toBeNull();
  expect(told({ verdicts })).toEqual(["Reopened: a person reopened it", ...settled]);
});

test("moves that leave no mark are told with who made them", () => {
  const by = { by: "Ann", by_id: "ann", to: null, until: null, because: null };
  const moves: CaseDetail["moves"] = [
    { ...by, at: at(6), move: "deescalated" },
    { ...by, at: at(5), move: "woken" },
    { ...by, at: at(4), move: "snoozed", until: at(9) },
    { ...by, at: at(3), move: "unassigned" },
    { ...by, at: at(2), move: "assigned", to: "Bob" },
  ];
  const steps = [
    "Ann took the escalation back",
    "Ann woke it",
    "Ann put it aside until",
    "Ann asks nobody any more to see to it",
    "Ann asked Bob to see to it",
    "billing opened the case",
  ];
  expect(told({ moves })).toEqual(steps);
  expect(told({ moves, assigned_at: at(2), assigned_to: "Bob" })).toEqual(steps);
  expect(told({ moves, assigned_at: at(7), assigned_to: "Eve" })).toEqual(["Assigned to Eve", ...steps]);
});

test("what ended a snooze is told, also where nobody did it", () => {
  const woken = { by: "Errata", by_id: "system", to: null, until: null, move: "woken" as const };
  const moves: CaseDetail["moves"] = [
    { ...woken, at: at(6), because: "over" },
    { ...woken, at: at(5), because: "news" },
  ];
  expect(told({ moves })).toEqual([
    "The time it was put aside for is over",
    "Something new came in, so it is not put aside any more",
    "billing opened the case",
  ]);
});
