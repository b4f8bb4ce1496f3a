import { expect, test } from "vitest";
import type { StackFrame } from "@/lib/contract/frames-read";
import { foldFrames, placeOf } from "./fold-frames";

const app = (name: string): StackFrame => ({ function: name, in_app: true });
const lib = (name: string): StackFrame => ({ function: name, in_app: false });
const shape = (frames: StackFrame[]) =>
  foldFrames(frames).map((group) =>
    group.kind === "open" ? group.frame.function : group.frames.map((frame) => frame.function),
  );

test("libraries between frames of the application are folded, order kept", () => {
  expect(shape([lib("a"), lib("b"), app("c"), app("d"), lib("e")])).toEqual([["a", "b"], "c", "d", ["e"]]);
});

test("where nothing is known to be of the application, the place of the throw stays in sight", () => {
  expect(shape([lib("a"), { function: "b" }, { function: "c", in_app: null }])).toEqual(["a", ["b", "c"]]);
});

test("no frames, no groups", () => {
  expect(foldFrames([])).toEqual([]);
});

test("a place leaves out what is not known; column 0 is known", () => {
  expect(placeOf({ file: "a.py", line: 4, column: 0 })).toBe("a.py:4:0");
  expect(placeOf({ file: "a.py" })).toBe("a.py");
  expect(placeOf({ line: 3 })).toBe("unknown file:3");
});
