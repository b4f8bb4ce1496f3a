import { describe, expect, it } from "vitest";
import { UNPINNED } from "@/domain/permissions";
import { CREDENTIALS_ONLY } from "@/domain/scrub/scrub-rules";
import { quarantineItemOf } from "./quarantine-item";

const MEGABYTES = 15_000_000;
const KEPT = 64 * 1024;
const rejection = { code: "x", class: "validation", message: "no", retryable: false } as const;

/** The row, and how many characters a rule saw on the way. */
function quarantined(item: unknown) {
  let scrubbed = 0;
  const count = (text: string) => {
    scrubbed += text.length;
    return { text, found: 0 };
  };
  const rules = { ...CREDENTIALS_ONLY, custom: [{ kind: "custom:count" as const, replace: count }] };
  const row = quarantineItemOf({
    ...{ source_id: 1, door: "events", item, rejection, pins: UNPINNED },
    ...{ received_at: "2026-11-02T10:00:00.000000Z", scrub: { found: 0, rules } },
  });
  return { ...row, scrubbed };
}

describe("an item of many megabytes", () => {
  const text = "password=hunter2secret and more of it. ".repeat(MEGABYTES / 39);

  it.each([
    ["a text", { reference: "err_1", hint: text, tool: "refund" }],
    ["many texts", { reference: "err_1", attributes: { lines: text.split(". ") }, tool: "refund" }],
    ["a line that is no JSON", `{"reference": "err_1", "hint": "${text}`],
    ["an unknown member first", { dump: [text], reference: "err_1", tool: "refund" }],
  ])("is scrubbed only where it is kept, and what it is stays readable: %s", (_, item) => {
    const { payload, cut, scrubbed, reference, tool } = quarantined(item);
    expect([cut, payload.length <= KEPT]).toEqual([true, true]);
    expect(payload).not.toContain("hunter2secret");
    expect(scrubbed).toBeLessThan(1_000_000);
    if (typeof item !== "string") expect([reference, tool]).toEqual(["err_1", "refund"]);
  });

  it("tells two of them apart by all of it", () => {
    const [one, other] = ["1", "2"].map((end) => quarantined({ reference: "err_1", hint: text + end }));
    expect(one?.payload).toBe(other?.payload);
    expect(one?.content_hash).not.toBe(other?.content_hash);
  });
});

describe("where the beginning ends", () => {
  const SECRET = "q7Zk2LmVx9Rt4Bn8Ws3Hd6Jf";

  it.each([0, 5, 12, 20, 30, 40, 52])("keeps no part of a credential %d characters before it", (before) => {
    for (const end of [KEPT, KEPT + 2 * 8192]) {
      const hint = `${"x ".repeat(end).slice(0, end - 27 - before)} ghp_${SECRET}${SECRET} ${"y ".repeat(KEPT)}`;
      const { payload } = quarantined({
        reference: "err_1",
        hint,
        event_id: "11111111-1111-4111-8111-111111111111",
      });
      for (let at = 0; at + 8 <= SECRET.length; at += 1)
        expect(payload).not.toContain(SECRET.slice(at, at + 8));
    }
  });
});

it("keeps a smaller item whole", () => {
  const item = { reference: "err_1", tool: "refund", hint: "read it again", received: [1, { a: null }] };
  expect(quarantined(item)).toMatchObject({ payload: JSON.stringify(item), cut: false });
});
