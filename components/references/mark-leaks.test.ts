import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "@/domain/json";
import { kindsIn, markLeaks } from "./mark-leaks";
import { writeValue } from "./write-value";

const PATH = "/srv/app/pay.py";

describe("what leaked into the body", () => {
  it("is set apart in a sentence, each with its kind", () => {
    expect(markLeaks("message", `cannot read ${PATH}, asked by ada@customer.example.`)).toEqual([
      { text: "cannot read ", kind: null },
      { text: PATH, kind: "path" },
      { text: ", asked by ", kind: null },
      { text: "ada@customer.example", kind: "email_address" },
      { text: ".", kind: null },
    ]);
  });

  it("is found deep in values, in names of members, and in what was sent as the code", () => {
    const value = { [PATH]: [1, { why: 'relation "refunds" does not exist' }] };
    expect(markLeaks("permitted", value).flatMap(({ kind }) => kind ?? [])).toEqual(["path", "sql"]);
    expect(markLeaks("error", PATH)).toEqual([{ text: PATH, kind: "path" }]);
  });

  it("is not a value handed back, nor a key to search by", () => {
    for (const field of ["received", "reference", "idempotency_key"])
      expect(markLeaks(field, PATH)).toEqual([{ text: PATH, kind: null }]);
  });

  it("is told by its kinds, each once", () => {
    expect(kindsIn({ message: `${PATH} and ${PATH}`, hint: "eva@customer.example", error: "bad" })).toEqual([
      "path",
      "email_address",
    ]);
    expect(kindsIn({ message: "Send a date as YYYY-MM-DD." })).toEqual([]);
  });

  it("cannot be feigned by the characters that set it apart", () => {
    expect(markLeaks("message", `\u{FDD0}t${"no trace"}\u{FDD1}`)).toEqual([
      { text: "�tno trace�", kind: null },
    ]);
  });

  it("leaves the value as it is written, digit for digit and letter for letter", () => {
    const text = fc.oneof(
      fc.constantFrom(PATH, `"${PATH}"\n`, "ada@customer.example", "[e-mail]", "12345678901234567890"),
      fc.string(),
    );
    const value = fc.oneof(text, fc.array(text), fc.dictionary(text, fc.array(text)));
    fc.assert(
      fc.property(value, (any) => {
        const parts = markLeaks("message", any);
        expect(parts.map((part) => part.text).join("")).toBe(writeValue(any));
      }),
    );
    const large = parseJson('{"order": 12345678901234567890}');
    expect(markLeaks("received", large)).toEqual([{ text: '{"order":12345678901234567890}', kind: null }]);
  });
});
