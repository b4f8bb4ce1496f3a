import { expect, it } from "vitest";
import { inOrderOfNearness } from "./order-of-nearness";

const begins = (reference: string) => ({ reference, why: "prefix" as const, distance: 3, differs_at: null });
const edited = (reference: string) => ({ reference, why: "one_edit" as const, distance: 1, differs_at: 5 });
const order = (...some: (ReturnType<typeof begins> | ReturnType<typeof edited>)[]) =>
  inOrderOfNearness(some).map(({ reference }) => reference);

it("what merely goes on comes before what contradicts the text", () => {
  expect(order(edited("err_7d1"), begins("err_7c1f9a"))).toEqual(["err_7c1f9a", "err_7d1"]);
});

it("but not where many go on so, nor before one whose check character fits", () => {
  const many = ["a", "b", "c", "d"].map((end) => begins(`err_7c1${end}`));
  expect(order(...many, edited("err_7d1"))[0]).toBe("err_7d1");
  expect(order(begins("err_0000000000012"), edited("err_00000000000"))[0]).toBe("err_00000000000");
});
