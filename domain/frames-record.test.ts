import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exceptionsOf, type FramesPayload } from "./frames-payload";
import { type FramesOutcome, prepareFrames } from "./frames-record";
import { parseInstant } from "./instant";
import { stringifyJson } from "./json";
import { CREDENTIALS_ONLY, type Scrub } from "./scrub/scrub-rules";

const TRACE = `Traceback (most recent call last):
  File "/srv/app/pay.py", line 7, in pay
    charge(order, password="hunter22")
PayError: not paid

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/app/loop.py", line 9, in run
    raise app.Late
app.Late: too late`;

function prepare(parts: Record<string, unknown>, scrub?: Scrub) {
  const now = parseInstant("2026-11-02T10:00:00Z");
  if (!now) throw new Error("the time of this test");
  const outcome: FramesOutcome = prepareFrames(
    { reference: "err_1", ...parts },
    {
      source_id: 1,
      pins: { tenant: null, environment: null, service: null },
      now,
      retention_days: 30,
      digest: (text) => ({ hash: createHash("sha256").update(text).digest("hex"), uuid: "of the digest" }),
      sanitized: false,
      ...(scrub ? { scrub } : {}),
    },
  );
  if (!outcome.ok) throw new Error(outcome.rejection.message);
  const { payload, ...columns } = outcome.frames;
  const record = JSON.parse(payload) as FramesPayload;
  return { ...columns, payload, record, shown: exceptionsOf(record, columns.language, { found: 0 }) };
}

describe("a frames record that holds only text", () => {
  it("has its exceptions read from it, and is found by the outermost type", () => {
    const { record, shown, exception_type } = prepare({ raw: TRACE });
    expect(exception_type).toBe("Late");
    expect(record.exceptions).toBeNull();
    expect(shown).toMatchObject([
      { type: "Late", module: "app", message: "too late", relation: null, frames: [{ line: 9 }] },
      { type: "PayError", relation: "context", frames: [{ file: "/srv/app/pay.py", function: "pay" }] },
    ]);
  });

  it("keeps the text as it was sent but for what is secret, there and in what was read", () => {
    const { record, shown } = prepare({ raw: TRACE });
    expect(record.raw).toBe(TRACE.replace("hunter22", "[redacted]"));
    expect(stringifyJson(shown)).not.toContain("hunter22");
    expect(record.marks).toEqual(["scrubbed"]);
  });

  it("shows no secret that colours had split in the text", () => {
    const { shown } = prepare({ raw: "ValueError: pass\u001b[1mword=hunter22\u001b[0m" });
    expect(shown).toMatchObject([{ message: "password=[redacted]" }]);
  });

  it("has the identity of what was sent, whatever is read from it", () => {
    const hash = (content: object) =>
      createHash("sha256")
        .update(`1:${JSON.stringify(content)}`)
        .digest("hex");
    const sent = { captured_at: null, raw: TRACE, reference: "err_1" };
    expect(prepare({ raw: TRACE }).content_hash).toBe(hash(sent));
  });

  it("stays within 1 MiB, where what is read from it would not", () => {
    const line = `  File "/srv/app/${"deep/".repeat(100)}a.py", line 3, in f\n    ${"x".repeat(1500)}\n`;
    const raw = `Traceback (most recent call last):\n${line.repeat(480)}RecursionError: deep`;
    const { record, payload, exception_type } = prepare({ raw });
    expect(record.raw).toBe(raw);
    expect(record.marks).toEqual([]);
    expect(exception_type).toBe("RecursionError");
    expect(payload.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it("is left without exceptions where nothing can be read", () => {
    expect(prepare({ raw: "it broke" })).toMatchObject({
      exception_type: null,
      fingerprint: null,
      shown: [],
    });
  });
});

it("leaves exceptions alone which were sent beside the text", () => {
  const exceptions = [{ type: "Sent", message: "as it is" }];
  const { record, exception_type } = prepare({ raw: TRACE, exceptions });
  expect(exception_type).toBe("Sent");
  expect(record.exceptions).toEqual(exceptions);
  expect(prepare({ raw: TRACE, exceptions: [] }).exception_type).toBe("Late");
});

describe("a record over 1 MiB", () => {
  const MEGABYTES = 15_000_000;
  const line = '  File "/srv/agent/steps.py", line 40, in refund password=hunter2secret\n';
  const text = line.repeat(MEGABYTES / line.length);
  const frames = Array.from({ length: 100_000 }, (_, at) => ({
    file: `/srv/agent/step_${at}.py`,
    code: line,
  }));

  it.each([
    ["its text", { raw: text }],
    ["a message", { exceptions: [{ type: "Long", message: text }] }],
    ["a type", { exceptions: [{ type: text, message: "short" }] }],
    ["frames", { exceptions: [{ type: "Deep", frames }] }],
    ["the code of a frame", { exceptions: [{ type: "Wide", frames: [{ code: text }] }] }],
    ["arguments", { raw: "Long", arguments: { lines: [text, text.slice(0, 2_000_000)] } }],
    ["context", { raw: "Long", context: { text } }],
  ])("is scrubbed only where it is kept: %s", (_, more) => {
    let scrubbed = 0;
    const count = (passed: string) => {
      scrubbed += passed.length;
      return { text: passed, found: 0 };
    };
    const custom = [{ kind: "custom:count" as const, replace: count }];
    const { payload, record } = prepare(more, { found: 0, rules: { ...CREDENTIALS_ONLY, custom } });
    expect(payload.length).toBeLessThanOrEqual(1024 * 1024);
    expect(record.marks).toContain("cut");
    expect(payload).not.toContain("hunter2secret");
    expect(scrubbed).toBeLessThan(8_000_000);
  });
});

describe("a text so long that its middle is left out", () => {
  const SECRET = "q7Zk2LmVx9Rt4Bn8Ws3Hd6Jf";
  /** What is kept of each end. */
  const HALF = (1024 * 1024) / 8;

  it.each([0, 5, 12, 20, 30, 40, 52])(
    "keeps no part of a credential %d characters before a cut",
    (before) => {
      const credential = ` ghp_${SECRET}${SECRET} `;
      const head = "x ".repeat(HALF).slice(0, HALF - before) + credential;
      const tail = credential + "x ".repeat(HALF).slice(0, HALF - before);
      const { record } = prepare({ raw: `${head}${"y ".repeat(450_000)}${tail}` });
      expect(record.marks).toEqual(["cut", "scrubbed"]);
      const text = stringifyJson(record);
      for (let at = 0; at + 8 <= SECRET.length; at += 1) expect(text).not.toContain(SECRET.slice(at, at + 8));
    },
  );
});
