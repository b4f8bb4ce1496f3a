import { expect, test } from "vitest";
import type { FramesRecord } from "@/lib/contract/frames-read";
import { traceText } from "./trace-text";

const record: FramesRecord = {
  frames_id: "0198c0de-0000-7000-8000-000000000000",
  event_id: null,
  captured_at: "2026-11-15T12:00:00.000000Z",
  received_at: "2026-11-15T12:00:00.000000Z",
  language: "python",
  tool: null,
  tenant: null,
  environment: null,
  service: null,
  fingerprint: null,
  top_frame: null,
  exception_type: "RefundError",
  exceptions: [
    {
      type: "RefundError",
      message: "no answer",
      module: "app.refunds",
      frames: [{ file: "app/refunds.py", line: 42, function: "issue", code: "  raise RefundError()" }],
    },
    { type: "TimeoutError", relation: "cause", frames: [{ file: "http.py", line: 7 }] },
  ],
  raw: null,
  arguments: null,
  context: null,
  marks: [],
};

test("a chain is written out, outermost first, with what tied its links", () => {
  expect(traceText(record)).toBe(
    [
      "app.refunds.RefundError: no answer",
      "  at issue (app/refunds.py:42)",
      "     raise RefundError()",
      "",
      "caused by:",
      "TimeoutError",
      "  at ? (http.py:7)",
    ].join("\n"),
  );
});

test("the trace as it was sent is better than one written out", () => {
  expect(traceText({ ...record, raw: "Traceback …" })).toBe("Traceback …");
});
