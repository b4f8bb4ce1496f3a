import { expect, test } from "vitest";
import { EMPTY_DRAFT, evidenceOf } from "./draft";
import { isTaken, takeEvidence } from "./take-evidence";

const piece = {
  ...{ kind: "probe", source: "probe", effect: "absent" as const },
  ...{ external_id: null, url: null, note: null },
  observed_at: "2026-11-15T12:00:00.123456Z",
};
const OTHER = { ...piece, external_id: "re_1" };

test("a piece takes the place of an empty look, with the very time it was seen", () => {
  const draft = takeEvidence(EMPTY_DRAFT, OTHER, "2");
  expect(evidenceOf(draft)).toEqual([
    {
      ...{ kind: "probe", external_id: "re_1", url: null, note: null },
      observed_at: "2026-11-15T12:00:00.123456Z",
    },
  ]);
});

test("what has neither id nor link nor note is told in words", () => {
  expect(evidenceOf(takeEvidence(EMPTY_DRAFT, piece, "2"))[0]?.note).toBe("probe says: absent");
});

test("it is added to what is written, and only once", () => {
  const once = takeEvidence(takeEvidence(EMPTY_DRAFT, OTHER, "2"), piece, "3");
  expect(once.evidence.map(({ row }) => row)).toEqual(["2", "3"]);
  expect(isTaken(once, piece)).toBe(true);
  expect(takeEvidence(once, piece, "4")).toBe(once);
});
