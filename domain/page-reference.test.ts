import { expect, it } from "vitest";
import { digestOfAway, referenceOfDigest, referenceOfPage, saysDatabaseAway } from "./page-reference";
import { checkReference } from "./reference";

it("a digest is one reference, which can be checked like any of ours, and two are two", () => {
  const digests = ["2614398042", "2614398043", "7", "70", "0"];
  const references = digests.map(referenceOfDigest);
  expect(references.map(checkReference)).toEqual(references.map(() => "valid"));
  expect(new Set(references.slice(0, 4)).size).toBe(4);
  expect(referenceOfDigest("2614398042")).toBe(references[0]);
});

it("is shown for what failed on the server, and not for what failed in the browser", () => {
  const failed = Object.assign(new Error("hidden"), { digest: "2614398042" });
  expect(referenceOfPage(failed)).toBe(referenceOfDigest("2614398042"));
  expect(referenceOfPage(new Error("x is not a function"))).toBeNull();
});

it("says that the database was away, under a reference of that time", () => {
  const failed = (digest: string) => Object.assign(new Error("hidden"), { digest });
  const away = [failed(digestOfAway(7)), failed(digestOfAway(2614398042))];
  expect(away.map(saysDatabaseAway)).toEqual([true, true]);
  expect(away.map(referenceOfPage)).toEqual([referenceOfDigest("7"), referenceOfDigest("2614398042")]);
  expect([failed("2614398042"), new Error("hidden"), null].map(saysDatabaseAway)).toEqual([
    false,
    false,
    false,
  ]);
});
