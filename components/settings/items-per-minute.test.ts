import { expect, it } from "vitest";
import { itemsPerMinuteOf } from "./items-per-minute";

it.each([
  ["", null],
  ["  ", null],
  ["600", 600],
  [" 60000 ", 60_000],
  ["60,000", 60_000],
  ["60 000", 60_000],
  ["1.000.000", 1_000_000],
  ["10000000", 10_000_000],
  ["0", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["1,000.000", undefined],
  ["1e3", undefined],
  ["10000001", undefined],
  ["many", undefined],
])("reads %j as %j", (text, limit) => expect(itemsPerMinuteOf(text)).toBe(limit));
