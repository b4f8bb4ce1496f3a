import { describe, expect, it } from "vitest";
import { CREDENTIALS_ONLY, type ScrubRules } from "./scrub-rules";
import { scrubText } from "./scrub-text";
import { scrubValue } from "./scrub-value";

const MARKED: ScrubRules = { email_addresses: true, card_numbers: "marked", custom: [] };
const ALL: ScrubRules = { ...MARKED, card_numbers: "all" };

describe("e-mail addresses", () => {
  it.each([
    ["DETAIL: Key (email)=(a@b.example) already exists.", "DETAIL: Key (email)=([e-mail]) already exists."],
    ["sent to Bob.O'Neil+x@mail.example.co.uk, again", "sent to [e-mail], again"],
    ["<jürgen@bücher.example>", "<[e-mail]>"],
    ["a@b.example@c.example", "[e-mail]@c.example"],
  ])("are hidden where the setting asks: %s", (text, scrubbed) => {
    expect(scrubText(text, MARKED).text).toBe(scrubbed);
    expect(scrubText(text, CREDENTIALS_ONLY)).toEqual({ text, found: 0 });
  });

  it.each([
    "handler@https://shop.example/app.js:1:2",
    "f@main.js:10:5",
    "git@github.com:o/r.git",
    "react@18.2.0",
    "@scope/name",
    "a @ b.example",
  ])("are not seen in %s", (text) => expect(scrubText(text, MARKED)).toEqual({ text, found: 0 }));
});

describe("card numbers", () => {
  it.each([
    "4111 1111 1111 1111 was declined",
    "5555-5555-5555-4444",
    "3782 822463 10005",
    "card 4111111111111111 was declined",
    "card_number=4242424242424242",
    "Visa: 4000056655665556",
  ])("are hidden where grouped or said to be one: %s", (text) => {
    expect(scrubText(text, MARKED).text).toContain("[card]");
    expect(scrubText(text, CREDENTIALS_ONLY)).toEqual({ text, found: 0 });
  });

  it.each([
    "order 4111111111111111",
    "4111 1111 1111 1112",
    "order 123456789012345",
    "card order 378282246310006",
    "9007199254740993",
    "0c5e4f83-ee32-2c22-c6c3-98a94981de87",
    "2026-11-15 00:34:38.350360",
    "id_4111111111111111",
    "1.4111111111111111",
  ])("are not seen in %s", (text) => expect(scrubText(text, MARKED)).toEqual({ text, found: 0 }));

  it.each([
    ["visa 4111111111111111 order_id: 4000056655665556", "visa [card] order_id: 4000056655665556"],
    ["visa [card] order_id: 4000056655665556", "visa [card] order_id: 4000056655665556"],
    ["visa [card], card 4000056655665556", "visa [card], card [card]"],
  ])("are not said to be one by a placeholder: %s", (text, scrubbed) => {
    expect(scrubText(text, MARKED).text).toBe(scrubbed);
  });

  it("are hidden by the name above them, as numbers too", () => {
    const card = {
      card: { number: "4111111111111111", as_number: 4111111111111111, exp: 2030 },
      order: 4111111111111111,
    };
    expect(scrubValue(card, { found: 0, rules: MARKED })).toEqual({
      card: { number: "[card]", as_number: "[card]", exp: 2030 },
      order: 4111111111111111,
    });
  });

  it("are hidden as plain numbers of sixteen digits only where the setting asks for all", () => {
    expect(scrubText("order 4111111111111111", ALL).text).toBe("order [card]");
    expect(scrubText("order 378282246310005", ALL)).toEqual({ text: "order 378282246310005", found: 0 });
  });
});

it.each(["Contact support@acme.com", "no-reply@acme.com sent it", "as in jane.doe@example.com"])(
  "leaves an address that is meant for everybody: %s",
  (text) => {
    const rules = { email_addresses: true, card_numbers: "kept" as const, custom: [] };
    expect(scrubText(text, rules)).toEqual({ text, found: 0 });
    expect(scrubText(`${text}, ada@acme.com`, rules).text).toBe(`${text}, [e-mail]`);
  },
);

it.each([
  ['"Jane Doe"@shop.example failed', "[e-mail] failed"],
  ['to: \\"Jane Doe\\"@shop.example', "to: [e-mail]"],
  ['<"jane@home"@shop.example>', "<[e-mail]>"],
  ["line\\njane@shop.example", "line\\n[e-mail]"],
])("hides an address whose user's part is quoted or behind an escape: %s", (text, scrubbed) =>
  expect(scrubText(text, { ...CREDENTIALS_ONLY, email_addresses: true }).text).toBe(scrubbed),
);
