import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { bodyOf } from "../event-body";
import { parseJson, stringifyJson } from "../json";
import { scrubValue } from "./scrub-value";

const SECRET = "qweS3CRETzz9";
const more = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`member_${at}`, at]));

describe("what a label names", () => {
  it.each([
    { name: "X-Api-Key", value: SECRET },
    { Name: "DB_PASSWORD", Value: SECRET },
    { NAME: "DB_PASSWORD", VALUE: SECRET },
    { key: "client_secret", value: SECRET },
    { k: "token", v: SECRET },
    { id: "password", value: SECRET },
    { label: "API key", value: SECRET },
    { variable: "DB_PASSWORD", value: SECRET },
    { header: "Authorization", values: [SECRET] },
    { name: "password", val: SECRET, ...more },
    { ...more, name: "Cookie", value: SECRET, httpOnly: true },
    { loc: ["body", "password"], msg: "too short", input: SECRET },
    { path: "user.password", type: "field", value: SECRET },
    { field: "password", rejectedValue: SECRET },
    { field: "/user/password", received: SECRET },
    { name: "password", value: { deep: [SECRET] } },
  ])("is hidden: %j", (object) => {
    const scrub = { found: 0 };
    const scrubbed = scrubValue({ list: [object] }, scrub);
    expect(JSON.stringify(scrubbed)).not.toContain(SECRET);
    expect(scrub.found).toBe(1);
    expect(scrubValue(scrubbed, { found: 0 })).toEqual(scrubbed);
  });

  it.each([
    { name: "Accept", value: "text/html" },
    { name: "max_tokens", value: 512 },
    { name: "tokens", value: 512 },
    { label: "Password reset", value: "sent" },
    { label: "Password resets", value: 17 },
    { type: "tool_use", name: "reset_password", input: { user: "bob" } },
    { id: "token_count", value: "12" },
    { loc: ["body", "amount"], input: "12 EUR" },
    { key: "idempotency_key", value: "refund-42" },
    { name: "api_key_id", value: 1234567890 },
    { name: ["password"].join(" of a "), other: "text" },
  ])("stays: %j", (object) => expect(scrubValue([object], { found: 0 })).toEqual([object]));
});

describe("what stands behind its name in a list", () => {
  it.each([
    ["X-Api-Key", SECRET],
    ["Host", "shop.example", "Cookie", `sid=${SECRET}`, "Accept", "text/html"],
    ["x-auth-token", "correcthorsebatterystaplecorrect".concat(SECRET)],
    ["password", SECRET],
    ["run", "--token", SECRET],
    [["Authorization", SECRET]],
  ])("is hidden: %j", (...list) => {
    expect(JSON.stringify(scrubValue(list, { found: 0 }))).not.toContain(SECRET);
  });

  it.each([
    ["password", "token", "oauth2", "basic"],
    ["X-Api-Key", "Authorization", "Accept"],
    ["api_key", "api_key_v2", "access_token_2"],
    ["password", "must hold 8 characters or more"],
    ["token", "expired"],
    ["order", "123456789012345", "ord_81237"],
    ["tool", "0c5e4f83-ee32-2c22-c6c3-98a94981de87"],
  ])("stays: %j", (...list) => expect(scrubValue(list, { found: 0 })).toEqual(list));
});

describe("a number", () => {
  it.each([
    { api_key: 9876543210987 },
    { token: 12345678 },
    { api_keys: [987654321] },
    { accessToken: -12345678 },
    { credentials: { pin: 4711 } },
    { pin: 4711 },
    { Name: "api_key", Value: 9876543210987 },
  ])("is hidden under a secret's name: %j", (value) => {
    expect(JSON.stringify(scrubValue(value, { found: 0 }))).not.toMatch(/\d{4}/);
  });

  it("is hidden there at whatever length", () => {
    const value = parseJson('{"api_key": 98765432109876543210, "order": 98765432109876543210}');
    expect(stringifyJson(scrubValue(value, { found: 0 }))).toBe(
      '{"api_key":"[redacted]","order":98765432109876543210}',
    );
  });

  it.each([
    { api_key_id: 9876543210987 },
    { order: 123456789012345 },
    { tokens: 123456789012345 },
    { prompt_tokens: 1234567 },
    { token: 7 },
    { token: 0.123456789 },
    { max_tokens: 1000000 },
  ])("stays: %j", (value) => expect(scrubValue(value, { found: 0 })).toEqual(value));
});

describe("what the field of an event names", () => {
  const NOT_SENT = { code_sent: null, class_sent: null, effect_sent: null };
  const stored = (event: object) => JSON.parse(bodyOf(event, NOT_SENT, { found: 0 }).text) as object;

  it.each(["password", "user.password", "/user/password"])("is hidden: %s", (field) => {
    const event = { field, received: SECRET, permitted: [SECRET, "a passphrase"], hint: "Choose another." };
    expect(stored(event)).toEqual({
      ...event,
      received: "[redacted]",
      permitted: ["[redacted]", "a passphrase"],
    });
  });

  it.each([
    { field: "auth", permitted: ["oauth2", "basic", "none"] },
    { field: "amount", received: "12 EUR", permitted: [1, 2] },
    { field: "max_tokens", received: 1000000, permitted: [1, 8192] },
    { field: "token_count", received: "12345678" },
  ])("stays: %j", (event) => expect(stored(event)).toEqual(event));
});

it("is looked for in proportion to what there is", () => {
  const list = (length: number) => Array.from({ length }, (_, at) => (at % 2 ? "some-thing" : "X-Api-Key"));
  expectInProportion((length) => void scrubValue(list(length), { found: 0 }), 20_000, "a list");
  const object = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`value${"_".repeat(at % 9)}${at}`, "text here"]));
  expectInProportion((length) => void scrubValue(object(length), { found: 0 }), 20_000, "an object");
});
