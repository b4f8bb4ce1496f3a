import { expect, test } from "vitest";
import { sortFiles } from "./attachment-rules";

const MIB = 1024 * 1024;
const file = (name: string, size = 1) => ({ name, size });

test("a file of exactly 10 MiB fits, one byte more does not, and nothing is no file", () => {
  expect(sortFiles([file("a", 10 * MIB), file("b", 10 * MIB + 1), file("c", 0)], 0)).toEqual({
    fit: [file("a", 10 * MIB)],
    refused: ["b is larger than 10 MiB.", "c is empty."],
  });
});

test("of several the last place goes to the first", () => {
  expect(sortFiles([file("a"), file("b")], 49)).toEqual({
    fit: [file("a")],
    refused: ["b: a case has at most 50 files."],
  });
});
