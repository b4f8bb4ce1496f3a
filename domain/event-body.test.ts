import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareEvent } from "./event";
import { bodyOf } from "./event-body";
import { instantFromDate } from "./instant";
import { reportedEvent } from "./reported-event";

const SECRET = "q7Zk2LmVx9Rt4Bn8Ws3Hd6Jf";
/** Each gives itself away only where enough of it is seen. */
const FORMS = [
  `ghp_${SECRET}${SECRET}`,
  `sk-ant-api03-${SECRET}${SECRET}`,
  `Bearer ${SECRET}`,
  `postgres://app:${SECRET}@db.internal/shop`,
  `Key (reset_token)=(${SECRET}) already exists`,
  `<password>${SECRET}</password>`,
  `eyJhbGciOiJIUzI1NiJ9.eyJ${SECRET}.${SECRET}`,
  `-----BEGIN PRIVATE KEY-----\n${`${SECRET}\n`.repeat(60)}-----END PRIVATE KEY-----`,
];

/** No eight characters of it in a row. */
function expectNothingOf(text: string): void {
  for (let at = 0; at + 8 <= SECRET.length; at += 1) expect(text).not.toContain(SECRET.slice(at, at + 8));
}

/** A credential that begins so many characters before the limit, in a text that goes on after it. */
const straddling = (limit: number) =>
  fc
    .record({
      form: fc.constantFrom(...FORMS),
      before: fc.integer({ min: 0, max: 80 }),
      after: fc.integer({ min: 0, max: 20_000 }),
      // What is hidden makes the text shorter, and what stood behind the limit comes before it.
      hidden: fc.integer({ min: 0, max: 8 }),
    })
    .map(({ form, before, after, hidden }) => {
      const long = `${FORMS[7]} `.repeat(hidden);
      const filler = "well ".repeat(Math.ceil(limit / 5));
      return `${(long + filler).slice(0, Math.max(0, limit - before - 1))} ${form} ${"more ".repeat(after / 5)}`;
    });

const NOTHING_SENT = { code_sent: null, class_sent: null, effect_sent: null };
const REPORT = { reference: "err_1a2b3c", tool: "refund" };
const RULES = {
  ...{ source_id: 1, pins: { tenant: null, environment: null, service: null }, sanitized: false },
  ...{
    now: instantFromDate(new Date("2026-11-15T12:00:00Z")),
    retention_days: 90,
    unmapped_codes: new Set(""),
  },
  digest: () => ({ hash: "0", uuid: "00000000-0000-4000-8000-000000000000" }),
};

describe("a credential across the place where a text is cut", () => {
  it.each([
    ["message", 8192],
    ["user_message", 2048],
  ] as const)("is not kept in part: %s", (field, limit) => {
    fc.assert(
      fc.property(straddling(limit), (text) => {
        const reported = reportedEvent.parse({ ...REPORT, [field]: text });
        const body = bodyOf(reported, NOTHING_SENT, { found: 0 });
        expectNothingOf(body.text);
        expect(Buffer.byteLength(JSON.parse(body.text)[field])).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 300 },
    );
  });

  it.each(["code", "class", "effect"])("is not kept in part: what was sent as %s", (field) => {
    fc.assert(
      fc.property(straddling(200), (text) => {
        const outcome = prepareEvent({ ...REPORT, [field]: text }, RULES);
        if (!outcome.ok) throw new Error(outcome.rejection.message);
        expectNothingOf(outcome.event.body);
        expect(JSON.parse(outcome.event.body)[`${field}_sent`].length).toBeLessThanOrEqual(200);
      }),
    );
  });

  it("is not said back in part", () => {
    fc.assert(
      fc.property(straddling(100), (text) => {
        const outcome = prepareEvent({ ...REPORT, attempt: text }, RULES);
        if (outcome.ok) throw new Error("it was taken");
        expectNothingOf(JSON.stringify(outcome.rejection));
      }),
    );
  });
});

describe("a message", () => {
  const bodyFor = (message: string) =>
    bodyOf(reportedEvent.parse({ ...REPORT, message }), NOTHING_SENT, { found: 0 });

  it.each([8191, 8192])("of %d bytes stays whole", (bytes) => {
    const body = bodyFor("x".repeat(bytes));
    expect(body.cut).toBe(false);
    expect(JSON.parse(body.text).message).toHaveLength(bytes);
  });

  it.each([8193, 20_000])("of %d bytes is cut to 8 KiB and says so", (bytes) => {
    const body = bodyFor("x".repeat(bytes));
    expect(body.cut).toBe(true);
    expect(JSON.parse(body.text).message).toHaveLength(8192);
  });

  it("is cut between characters, counted in bytes", () => {
    const body = bodyFor("é".repeat(9000));
    expect(JSON.parse(body.text).message).toBe("é".repeat(4096));
  });
});
