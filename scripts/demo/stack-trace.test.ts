import { expect, test } from "vitest";
import { FAILURE_KINDS } from "./failure-kinds";
import { createRandom } from "./random";
import { TOOLS } from "./scenario";
import { listExceptions, printTrace, type Trace } from "./stack-trace";

function thrownFor(code: string): { trace: Trace; language: "python" | "node" } {
  const kind = FAILURE_KINDS.find((each) => each.code === code);
  if (!kind) throw new Error(code);
  return { trace: kind.thrown(createRandom("t")), language: TOOLS[kind.tool].language };
}

test("Python prints the cause first, the newest frame last", () => {
  const { trace, language } = thrownFor("search_overloaded");
  const lines = printTrace(trace, language).split("\n");
  expect(lines[0]).toBe("Traceback (most recent call last):");
  expect(
    lines.indexOf("The above exception was the direct cause of the following exception:"),
  ).toBeGreaterThan(5);
  expect(lines.at(-1)).toBe("SearchError: query failed");
  expect(lines.at(-3)).toContain('File "/srv/app/agent/tools/search_tickets.py", line 57, in search_tickets');
});

test("Node prints the newest frame first, the cause in braces", () => {
  const { trace, language } = thrownFor("provider_timeout");
  const text = printTrace(trace, language);
  expect(text).toMatch(
    /^ProviderError: POST \/v1\/refunds failed\n {4}at ProviderClient\.post \(\/app\/src\/provider\/client\.ts:88:\d+\)/,
  );
  expect(text).toContain("[cause]: HeadersTimeoutError: Headers Timeout Error");
});

test("listed, exceptions run outermost first and name how they hang together", () => {
  const { trace, language } = thrownFor("provider_timeout");
  expect(listExceptions(trace, language)).toMatchObject([
    {
      type: "ProviderError",
      frames: [{ line: 88, in_app: true }, { line: 52 }, { line: 61 }, { in_app: false }],
    },
    { type: "HeadersTimeoutError", relation: "cause" },
  ]);
});
