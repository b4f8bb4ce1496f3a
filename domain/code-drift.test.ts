import { expect, it } from "vitest";
import { type CodeUse, driftsOf } from "./code-drift";

const use = (parts: Partial<CodeUse> = {}): CodeUse => ({
  classes: [{ class: "validation", events: 3 }],
  retry: { yes: 0, no: 3 },
  effects: { absent: 3, committed: 0 },
  ...parts,
});

it("finds no drift in a code that always says the same, or nothing", () => {
  expect(driftsOf(use(), false)).toEqual([]);
  expect(driftsOf(use({ retry: { yes: 0, no: 0 }, effects: { absent: 0, committed: 0 } }), false)).toEqual(
    [],
  );
});

it("finds two classes, two retry answers, two meanings of effect", () => {
  const classes: CodeUse["classes"] = [
    { class: "validation", events: 3 },
    { class: "system", events: 1 },
  ];
  expect(driftsOf(use({ classes }), false)).toEqual(["class"]);
  expect(driftsOf(use({ retry: { yes: 1, no: 9 } }), false)).toEqual(["retry"]);
  expect(driftsOf(use({ effects: { absent: 1, committed: 1 } }), false)).toEqual(["effect"]);
});

it("expects nothing of a code that says that nothing was mapped", () => {
  expect(driftsOf(use({ retry: { yes: 1, no: 9 } }), true)).toEqual([]);
});
