import { describe, expect, it } from "vitest";
import type { ScrubRules } from "./scrub-rules";
import { scrubValue } from "./scrub-value";

const KEY = "hX9vQ2mZ7pLkT4wR";
const WORD = "dkvnwkaxicnwekfik";
const ALL: ScrubRules = { email_addresses: true, card_numbers: "marked", custom: [] };

describe("members that say of those beside them what they are", () => {
  it.each<[unknown]>([
    [{ "pass word": WORD }],
    [{ passWord: WORD }],
    [{ "Pass Phrase": WORD }],
    [{ "pass\u00adword": WORD }],
    [{ ｐａｓｓｗｏｒｄ: WORD }],
    [{ type: "password", value: WORD }],
    [{ input_type: "password", value: WORD }],
    [{ name: "password", default: WORD }],
    [{ name: "password", old: WORD, new: KEY }],
    [{ param: "password", arg: WORD }],
    [{ option: "--password", argument: WORD }],
    [{ column: "password", values: [WORD] }],
    [
      {
        columns: ["user", "password"],
        rows: [
          ["bob", WORD],
          ["ann", KEY],
        ],
      },
    ],
    [{ columns: ["user", "password"], values: ["bob", WORD] }],
    [{ fields: [{ name: "user" }, { name: "api_key" }], data: [["bob", KEY], null] }],
    [{ kty: "RSA", n: "0vx7", d: WORD, p: KEY, q: WORD, dp: KEY, dq: WORD, qi: KEY }],
    [{ keys: [{ k: KEY, kty: "oct", kid: "1" }] }],
    [`{"type":"password","value":"${WORD}"}`],
    [`{"name":"password","default":"${WORD}"}`],
    [`- name: password\n  default: ${WORD}`],
    [`{"pass word":"${WORD}"}`],
    [`{"Pass Phrase": "${WORD}", "b": 1}`],
  ])("hide it: %j", (value) => {
    const hidden = scrubValue(value, { found: 0, rules: ALL });
    for (const part of [KEY, WORD]) expect(JSON.stringify(hidden)).not.toContain(part);
    expect(JSON.stringify(hidden)).toContain("[redacted]");
    expect(scrubValue(hidden, { found: 0, rules: ALL })).toEqual(hidden);
  });

  it.each<[unknown]>([
    [{ type: "token", value: "(" }],
    [{ type: "text", value: "password" }],
    [{ name: "token", default: null }],
    [{ name: "password", default: "" }],
    [{ columns: ["user", "order"], rows: [["bob", "ord_1"]] }],
    [{ columns: ["user", "password"], rows: "two" }],
    [{ d: "monday", k: "v" }],
    [{ columns: ["user", "password", "order"], values: ["one", "two"] }],
    [{ fields: ["password"], errors: ["This field is required."] }],
    ["name=token, default=None"],
    ["type: token, value: punctuation"],
  ])("keep %j", (value) => {
    const scrub = { found: 0, rules: ALL };
    expect(scrubValue(value, scrub)).toEqual(value);
    expect(scrub.found).toBe(0);
  });

  it("keep the cells of other columns", () => {
    const table = (cell: unknown) => ({ columns: ["user", "password"], rows: [["bob", cell]], rowCount: 1 });
    expect(scrubValue(table(WORD), { found: 0 })).toEqual(table("[redacted]"));
  });
});
