import { expect, test } from "vitest";
import { kindsIn, progressOf, readCount, standingOf, tellRuntimes } from "./bulk-words";

test.each([
  ["1201", 1201],
  [" 1,201 ", 1201],
  ["1.201", 1201],
  ["12 345 678", 12_345_678],
  ["1,20", null],
  ["12x", null],
  ["", null],
  ["-3", null],
  ["1201.5", null],
])("%o is the count %o", (text, count) => {
  expect(readCount(text)).toBe(count);
});

test("what runtimes are told does not promise a key that may have ended", () => {
  expect(tellRuntimes("committed")).toBe("It happened; treat it as done.");
  expect(tellRuntimes("absent")).toContain("as long as it still protects");
  expect(tellRuntimes("compensated")).toContain("with a new key");
});

test("progress counts what was skipped and failed as over, too", () => {
  const action = { state: "running", total: 200, done: 80, skipped: 9, failed: 2 };
  expect(progressOf(action)).toBeCloseTo(0.455);
  expect(standingOf(action)).toBe("45%");
  expect(standingOf({ ...action, state: "frozen" })).toBe("not started");
});

test("what waits for a second person or is settled is offered no action that would be skipped", () => {
  expect(kindsIn("open")).toContain("verdict");
  expect(kindsIn("open")).not.toContain("agree");
  expect(kindsIn("second")).toEqual(["agree", "note", "assign"]);
  expect(kindsIn("settled")).toEqual(["note"]);
});
