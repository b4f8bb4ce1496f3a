import { expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { withWholePhones } from "./phone-numbers";

it.each([
  ["+49 4711 123", "+494711123"],
  ["Ann, phone +49 151 4711", "Ann, phone +491514711"],
  ["(+49 (0)151 / 47-11)", "(+4901514711)"],
  ["Tel.: 0151 4711", "Tel.: 01514711"],
  ["0049 151 4711, thanks", "00491514711, thanks"],
])("%s is one number", (text, whole) => {
  expect(withWholePhones(text)).toBe(whole);
});

it.each([
  "order 4711 and 123",
  "reference: +49 4711 123",
  "err_+49 4711 123x",
  "2026-11-15 10:32",
  "hotel 0151 4711",
  "+1 4711",
  "30 Nov 2026 10:00:00 +0100 4711 22",
  "0012345 4711",
  "tel err_7c1f9a",
  "+49 151\n4711",
])("%j is left as it is", (text) => {
  expect(withWholePhones(text)).toBe(text);
});

it("takes time in proportion to the text", () => {
  for (const part of ["+1", "tel 0", "+49 ", "0 0 0 0 ", "tel. "])
    expectInProportion((length) => void withWholePhones(part.repeat(length / part.length)), 20_000);
});
