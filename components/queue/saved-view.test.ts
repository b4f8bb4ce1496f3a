import { expect, test } from "vitest";
import { loadQueueParams } from "./queue-params";
import { isSameView, savedQueryOf } from "./saved-view";

test("the plain queue is an empty address", () => {
  expect(savedQueryOf(loadQueueParams(new URLSearchParams("view=open")))).toBe("");
});

test("the order of an address does not matter, its content does", () => {
  expect(isSameView("tool=refund&view=mine", "view=mine&tool=refund")).toBe(true);
  expect(isSameView("", "view=open")).toBe(true);
  expect(isSameView("view=mine", "view=mine&claimed=true")).toBe(false);
});
