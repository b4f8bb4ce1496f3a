import { expect, test } from "vitest";
import { viewHref, viewQueryOf } from "./viewed-page";

test("the order of an address does not matter, its content does", () => {
  expect(viewQueryOf("queue", "tool=refund&view=mine")).toBe(viewQueryOf("queue", "view=mine&tool=refund"));
  expect(viewQueryOf("queue", "view=mine")).not.toBe(viewQueryOf("queue", "view=mine&claimed=true"));
  expect(viewQueryOf("queue", "view=open")).toBe("");
  expect(viewQueryOf("explore", "code=b&code=a")).toBe("code=a&code=b");
});

test("the header's range is part of a view where it decides what is shown, and only there", () => {
  expect(viewQueryOf("queue", "view=mine&range=7d")).toBe("view=mine");
  expect(viewQueryOf("explore", "range=7d&by=code")).toBe("by=code&range=7d");
});

test("a view is shown by its page", () => {
  expect([viewHref("events", "code=gone"), viewHref("explore", "")]).toEqual([
    "/events?code=gone",
    "/explore",
  ]);
});
