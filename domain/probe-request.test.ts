import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProbeRule } from "./probe";
import { checkProbe, fillProbe, isSameOrigin, readPath } from "./probe-request";

const RULE: ProbeRule = { effect: "committed", statuses: [200], path: null, comparison: null, values: [] };
const probe = (parts: Partial<Parameters<typeof checkProbe>[0]> = {}) => ({
  url: "https://psp.example/refunds/{idempotency_key}",
  headers: [],
  rules: [RULE],
  ...parts,
});
const codeOf = (act: () => unknown) => {
  try {
    act();
    return null;
  } catch (error) {
    return Reflect.get(error as object, "code");
  }
};

describe("a probe as it is typed", () => {
  test.each([
    ["https://psp.example/refunds?key={idempotency_key}&tenant={tenant}"],
    ["https://psp.example/{attr.order.id}"],
    ["http://ledger.internal:8080/{reference}/x"],
    ["https://psp.example/?q={case_id}{tool}"],
  ])("%s may be asked", (url) => {
    expect(codeOf(() => checkProbe(probe({ url })))).toBeNull();
  });

  test.each([
    ["ftp://psp.example/{idempotency_key}", "url_not_usable"],
    ["psp.example/{idempotency_key}", "url_not_usable"],
    ["https://psp.example/{idempotency_key", "url_not_usable"],
    ["https://psp.example/{Idempotency_Key}", "url_not_usable"],
    ["https://{tenant}.psp.example/{idempotency_key}", "host_not_fixed"],
    ["https://{tenant}/{idempotency_key}", "host_not_fixed"],
    ["{tenant}://psp.example/{idempotency_key}", "url_not_usable"],
    ["https://psp.example:{tenant}/{idempotency_key}", "host_not_fixed"],
    ["https://psp.example/refunds#{idempotency_key}", "fragment_not_sent"],
    ["https://psp.example/{idempotency_key}#", "fragment_not_sent"],
    ["https://psp.example/{tenant}#{idempotency_key}", "fragment_not_sent"],
    ["https://psp.example/a/../{idempotency_key}", "url_not_usable"],
    ["https://psp.example/a/%2E%2e/{idempotency_key}", "url_not_usable"],
    ["https://psp.example/a\\{idempotency_key}", "url_not_usable"],
    ["https://psp.example/a b/{idempotency_key}", "url_not_usable"],
    ["https://me:pass@psp.example/{idempotency_key}", "secret_in_url"],
    ["https://{tenant}@psp.example/{idempotency_key}", "secret_in_url"],
    ["https://psp.example/{idempotency_key}?api_key=sk_live_abcdef123456", "secret_in_url"],
    ["https://psp.example/{idempotency_key}?key={secret}", "secret_in_url"],
    ["https://psp.example/{constructor}", "name_not_known"],
    ["https://psp.example/status", "name_missing"],
    ["https://psp.example/{tenant}/{tool}", "name_missing"],
  ])("%s is refused: %s", (url, code) => {
    expect(codeOf(() => checkProbe(probe({ url })))).toBe(code);
  });

  test.each([
    [{ name: "Authorization", value: "Bearer {secret}" }, null],
    [{ name: "Accept", value: "application/json" }, null],
    [{ name: "X-Api-Key", value: "abc" }, "secret_in_header"],
    [{ name: "Authorization", value: "Bearer abcdefghijklmnop" }, "secret_in_header"],
    [{ name: "X-Trace", value: "Bearer abcdefghijklmnopqrst" }, "secret_in_header"],
    [{ name: "Host", value: "other.example" }, "header_not_permitted"],
    [{ name: "content-length", value: "0" }, "header_not_permitted"],
    [{ name: "Cookie", value: "session={secret}" }, null],
    [{ name: "Cookie", value: "session=abc" }, "secret_in_header"],
  ])("the header %j: %s", (header, code) => {
    expect(codeOf(() => checkProbe(probe({ headers: [header] })))).toBe(code);
  });

  test.each([
    "X-HTTP-Method-Override", "x_http_method_override", "X-Method-Override", "X-HTTP-Method", "Transfer-Encoding",
    "Connection", "Keep-Alive", "TE", "Trailer", "Upgrade", "Proxy-Authorization", "Range", "If-None-Match",
    "X-Original-URL", "X-Rewrite-Url", "X-Forwarded-Host",
  ])("the header %s would make it another question", (name) => {
    expect(codeOf(() => checkProbe(probe({ headers: [{ name, value: "1" }] })))).toBe("header_not_permitted");
  }); // biome-ignore format: one list

  test.each([
    [{ statuses: [403] }, "rule_not_usable"],
    [{ statuses: [404, 429] }, "rule_not_usable"],
    [{ statuses: [302] }, "rule_not_usable"],
    [{ path: "data.status" }, "rule_not_usable"],
    [{ comparison: "exists" as const }, "rule_not_usable"],
    [{ path: "data..status", comparison: "exists" as const }, "rule_not_usable"],
    [{ path: "status", comparison: "equals" as const, values: [] }, "rule_not_usable"],
    [{ path: "status", comparison: "equals" as const, values: ["a", "b"] }, "rule_not_usable"],
    [{ path: "status", comparison: "one_of" as const, values: [] }, "rule_not_usable"],
    [{ path: "status", comparison: "one_of" as const, values: ["a", "b"] }, null],
    [{ path: "data.0", comparison: "missing" as const }, null],
  ])("the rule %j: %s", (parts, code) => {
    expect(codeOf(() => checkProbe(probe({ rules: [{ ...RULE, ...parts }] })))).toBe(code);
  });

  test.each([
    ["https://psp.example/{tenant}", "https://psp.example/v2/{case_id}", true],
    ["https://psp.example/{tenant}", "https://psp.example:8443/{tenant}", false],
    ["https://psp.example/{tenant}", "http://psp.example/{tenant}", false],
    ["https://psp.example/{tenant}", "https://psp.example.evil.example/{tenant}", false],
  ])("a secret for %s goes on to %s: %s", (stored, typed, may) => {
    expect(isSameOrigin(stored, typed)).toBe(may);
  });
});

describe("a filled probe", () => {
  const at = (url: string, values: Record<string, string | null>, secret: string | null = null) =>
    fillProbe(
      { url, headers: [{ name: "Authorization", value: "Bearer {secret}" }] },
      values,
      secret ?? "s3cret",
    );

  test("whatever a value holds, it is asked of the same host, at the same depth, as one value, or not at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (value) => {
        const request = at("https://psp.example/refunds/{idempotency_key}/x?again={idempotency_key}&page=1", {
          idempotency_key: value,
        });
        // Which values are refused is the business of `address-template.test.ts`.
        if ("problem" in request) return !/^[\w-]+$/.test(value);
        const url = new URL(request.url);
        const steps = url.pathname.split("/");
        expect([url.origin, steps.length, url.hash]).toEqual(["https://psp.example", 4, ""]);
        expect(decodeURIComponent(steps[2] ?? "")).toBe(value.toWellFormed().replaceAll("\0", "\u{FFFD}"));
        expect(url.searchParams.get("page")).toBe("1");
        return [...url.searchParams.keys()].length === 2;
      }),
    );
  });

  test.each([
    ["https://psp.example/{idempotency_key}/{tenant}{service}/b", { tenant: ".", service: "." }],
    ["https://psp.example/{idempotency_key}/.{tenant}/b", { tenant: "." }],
    ["https://psp.example/{idempotency_key}/{tenant}", { tenant: ".." }],
    ["https://psp.example/{idempotency_key}/{tenant}", { tenant: "." }],
  ])("%s with %j leads elsewhere, so it is not asked", (url, values) => {
    expect(at(url, { ...values, idempotency_key: "k" })).toEqual({
      problem: "a value would lead to another address",
    });
  });

  test("what a case lacks is named", () => {
    expect(at("https://psp.example/{reference}", { reference: null })).toEqual({
      problem: "this case has no reference",
    });
    expect(at("https://psp.example/{attr.order}", {})).toEqual({ problem: "this case has no attr.order" });
  });

  test("the secret stands in headers only, and nothing in it is taken for a pattern", () => {
    const request = at("https://psp.example/{run_id}", { run_id: "{secret}" }, "$&$1");
    expect(request).toEqual({
      url: "https://psp.example/%7Bsecret%7D",
      shown_url: "https://psp.example/%7Bsecret%7D",
      headers: { authorization: "Bearer $&$1" },
    });
    const bare = fillProbe(
      { url: "https://psp.example/{run_id}", headers: [{ name: "a", value: "{secret}" }] },
      { run_id: "r" },
      null,
    );
    expect(bare).toEqual({ problem: "its secret is not stored" });
  });

  test.each([
    [
      "https://psp.example/refunds#{run_id}",
      [],
      "its address is not usable: What stands behind # is not sent",
    ],
    [
      "https://psp.example/{run_id}",
      ["X-HTTP-Method-Override"],
      "its header X-HTTP-Method-Override is not to be set",
    ],
  ])("what was stored before a rule was is not sent: %s %j", (url, names, problem) => {
    const headers = names.map((name) => ({ name, value: "1" }));
    expect(fillProbe({ url, headers }, { run_id: "r" }, null)).toEqual({ problem });
  });

  test("attributes are arguments: what is shown names them only", () => {
    expect(at("https://psp.example/{attr.order.id}", { "attr.order.id": "o/1" })).toMatchObject({
      url: "https://psp.example/o%2F1",
      shown_url: "https://psp.example/%7Battr.order.id%7D",
    });
  });
});

test.each([
  ["data.0.status", ["data", "0", "status"]],
  ["status", ["status"]],
  [String.raw`a\.b.c`, ["a.b", "c"]],
  [String.raw`a\\.b`, ["a\\", "b"]],
  ["", null],
  [".", null],
  ["a.", null],
  [".a", null],
  ["a..b", null],
  [String.raw`a\b`, null],
])("the path %s has the steps %j", (path, steps) => {
  expect(readPath(path)).toEqual(steps);
});
