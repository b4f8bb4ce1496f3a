import { describe, expect, it } from "vitest";
import { csvCell, csvLine } from "./csv";
import { parseJson } from "./json";

describe("a CSV cell", () => {
  it.each(["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u200b=1", "＝1"])(
    "that a spreadsheet would run is text: %j",
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`);
    },
  );

  it.each(["a=1", "err_7c1f9a", "\u202efdp.exe", "<script>"])("that is harmless is kept: %j", (text) => {
    expect(csvCell(text)).toBe(`"${text}"`);
  });

  it("keeps quotes, commas and line breaks inside it", () => {
    expect(csvLine(['a "b"', "c,d", "e\nf", null])).toBe('"a ""b""","c,d","e\nf",\r\n');
  });

  it("a number is no formula, and one beyond 2^53 keeps its digits", () => {
    expect(csvCell(-5)).toBe('"-5"');
    expect(csvCell(parseJson("9007199254740993"))).toBe('"9007199254740993"');
  });

  it("objects and lists are JSON", () => {
    expect(csvCell(["a", 1])).toBe('"[""a"",1]"');
  });
});
