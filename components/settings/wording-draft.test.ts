import { describe, expect, it } from "vitest";
import { DEFAULT_WORDINGS } from "@/domain/default-wordings";
import { STANDINGS } from "@/domain/standing";
import { WORDING_CLASSES, type WordingCell } from "@/domain/wordings";
import { faultsAt, inheritedAt, originOf, previewOf, wordingAt, writtenWording } from "./wording-draft";

const cell: WordingCell = { class: "transient", standing: "unknown" };
const wording = { sentence: "Sorry: {reference}", promise: "We look.", do_not: "Wait." };
const example = { told: true, zone: "UTC", now: "2026-11-30T08:00:00.000000Z" };

describe("where a wording comes from", () => {
  it("is the class, else every class, else what Errata brings", () => {
    expect(originOf({}, cell)).toBe("default");
    expect(originOf({ any: { unknown: wording } }, cell)).toBe("any");
    expect(originOf({ transient: { unknown: wording } }, cell)).toBe("own");
    expect(wordingAt({}, cell)).toBe(DEFAULT_WORDINGS.unknown);
    expect(inheritedAt({ any: { unknown: wording }, transient: { unknown: wording } }, cell)).toBe(wording);
  });
});

describe("what is written", () => {
  it("has no blanks around it, and no empty warning", () => {
    expect(writtenWording({ sentence: " a ", promise: "b\n", do_not: " " })).toEqual({
      ...{ sentence: "a", promise: "b", do_not: null },
    });
  });

  it("is judged as the server judges it, field by field", () => {
    expect(faultsAt(cell, wording)).toEqual({});
    expect(faultsAt(cell, { sentence: "Sorry.", promise: "{what_next}", do_not: "{" })).toMatchObject({
      sentence: "Must contain {reference}, so that the user can quote it.",
      promise: expect.stringContaining("{what_next} here"),
    });
    expect(faultsAt(cell, { ...wording, sentence: "Sorry: {referense}" }).sentence).toContain("{referense}");
    expect(faultsAt(cell, { ...wording, promise: "{what_next}", do_not: null })).toEqual({
      promise: expect.stringContaining("{what_next} here"),
      do_not: "Must say what not to do: it may have happened.",
    });
  });
});

it("every cell has an example that shows its own words and nothing of another cell", () => {
  for (const errorClass of WORDING_CLASSES)
    for (const standing of STANDINGS) {
      const own = { sentence: `${errorClass} ${standing} {reference}`, promise: "{when}", do_not: "{tool}" };
      expect(previewOf({ class: errorClass, standing }, own, example)).toEqual({
        sentence: `${errorClass} ${standing} err_7c1f9a`,
        ...{ promise: "15 November 2026 at 00:34 UTC", do_not: "issue_refund", standing },
      });
    }
});
