import { expect, test } from "vitest";
import { wordsOf } from "./reason-words";

test("a reason that names no field is said in words too", () => {
  const titles = ["item_too_deep", "item_not_json", "item_too_large", "minute_out_of_range"].map(
    (reason) => wordsOf({ door: "events", reason, field: null }).title,
  );
  expect(titles).toEqual([
    "It nests too deeply",
    "It is not JSON",
    "It holds too much",
    "Its time is too far away",
  ]);
});
