import { afterAll, beforeAll, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { countScrubbed } from "@/lib/services/intake/count-scrubbed";
import { writeScrubTally } from "@/lib/services/scrub-tally";
import { tryScrubbing } from "@/lib/services/settings/try-scrubbing";
import { updateSettings } from "@/lib/services/settings/update-settings";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { expectInProportion } from "../support/in-proportion";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let ctx: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  ctx = await keyContext(rt, { source: "counted" });
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const CUSTOMER = { name: "customer", pattern: "CUST-[0-9]+", label: "[customer]" };

it("tries a text, and JSON as JSON, under rules that are not saved", () => {
  const text = "CUST-17 wrote a@b.example: password=hunter22";
  expect(tryScrubbing(ctx, { text, scrub_rules: [CUSTOMER], scrub_email_addresses: false })).toEqual({
    text: "[customer] wrote a@b.example: password=[redacted]",
    found: [
      { kind: "named_value", found: 1 },
      { kind: "custom:customer", found: 1 },
    ],
  });
  expect(JSON.parse(tryScrubbing(ctx, { text: '{"credentials": {"x": "y"}}' }).text)).toEqual({
    credentials: { x: "[redacted]" },
  });
  expect(tryScrubbing(ctx, { text: '{ "order": 123456789012345 }' })).toEqual({
    text: '{ "order": 123456789012345 }',
    found: [],
  });
});

it.each(["(", "(a)\\1", "(?=a)b", "a*", ""])("refuses the pattern %j, naming it", async (pattern) => {
  const rules = { scrub_rules: [CUSTOMER, { ...CUSTOMER, name: "bad", pattern }] };
  const refusal = { code: "invalid_scrub_rule", field: "scrub_rules.1.pattern" };
  await expect(updateSettings(ctx, rules)).rejects.toMatchObject(refusal);
  expect(() => tryScrubbing(ctx, { text: "a", ...rules })).toThrow(expect.objectContaining(refusal));
});

it.each([
  { pattern: "\\d", label: "1 1" },
  { pattern: "[a-z]{4,}", label: "[redacted]" },
  { pattern: ".+", label: "x" },
])("refuses a label in which its own pattern finds something: $pattern", async ({ pattern, label }) => {
  const rules = { scrub_rules: [CUSTOMER, { name: "bad", pattern, label }] };
  const refusal = { code: "invalid_scrub_rule", field: "scrub_rules.1.label" };
  await expect(updateSettings(ctx, rules)).rejects.toMatchObject(refusal);
  expect(() => tryScrubbing(ctx, { text: "a", ...rules })).toThrow(expect.objectContaining(refusal));
});

it("leaves what stands for something hidden, so that a text scrubbed again stays as it is", () => {
  const scrub_rules = [
    CUSTOMER,
    { name: "words", pattern: "customer|redact|order-[0-9]+|[0-9]{3}\\b", label: "[one word]" },
    { name: "ones", pattern: "on?e|^a", label: "[#]" },
  ];
  const twice = (text: string) => {
    const once = tryScrubbing(ctx, { text, scrub_rules }).text;
    expect(tryScrubbing(ctx, { text: once, scrub_rules })).toEqual({ text: once, found: [] });
    return once;
  };
  expect(twice("CUST-17 one order-12, password=CUST-17")).toBe(
    "[customer] [#] [one word], password=[redacted]",
  );
  expect(twice("aaa customer 1234567")).toBe("[#]aa [one word] 1[one word][one word]");
  expect(twice("token: customer")).toBe("token: [redacted]");
});

it("reads hostile text by a hostile pattern in proportion to its length", () => {
  const scrub_rules = [{ ...CUSTOMER, pattern: "(a+)+$|(a|aa)+b" }];
  expectInProportion(
    (length) => void tryScrubbing(ctx, { text: `${"a".repeat(length)}!`, scrub_rules }),
    50_000,
  );
});

it("counts what was hidden by source and kind, also of what was refused", async () => {
  const items = [
    { reference: "err_c1", tool: "t", message: "password=hunter22 token=abcdef12" },
    { reference: "err_c2", tool: "t", attempt: 0, message: "a@b.example" },
  ];
  await recordEvents(ctx, { items: items.map((item) => ({ item, unreadable: null, sanitized: false })) });
  await writeScrubTally(rt);
  const today = new Date().toISOString().slice(0, 10);
  expect(await countScrubbed(ctx, { from: today, to: today })).toMatchObject({
    items: [
      { source: "counted", kind: "named_value", found: 2 },
      { source: "counted", kind: "email_address", found: 1 },
    ],
    found: 3,
  });
});
