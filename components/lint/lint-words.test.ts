import { expect, test } from "vitest";
import { countInWords, ingestInWords, readAsInWords } from "./lint-words";

test("how it was read, and where", () => {
  expect(readAsInWords({ read_as: "body", body_at: "" })).toBe("Read as a body.");
  expect(readAsInWords({ read_as: "mcp_result", body_at: "/structuredContent" })).toBe(
    "Read as an MCP result, its body at /structuredContent.",
  );
});

test("how much was found", () => {
  const of = (...severities: ("error" | "warning" | "note")[]) =>
    countInWords(severities.map((severity) => ({ severity })));
  expect(of()).toBe("Nothing to find fault with");
  expect(of("note", "error", "error")).toBe("2 errors, 1 note");
});

test("what ingest would make of it", () => {
  expect(ingestInWords({ status: "skipped", event: null, error: null })).toMatch(/skip/);
  const event = {
    code: "internal_error",
    class: "system" as const,
    effect: null,
    unmapped: true,
    ignored_fields: 0,
  };
  expect(
    ingestInWords({ status: "accepted", event: { ...event, marks: ["malformed_code"] }, error: null }),
  ).toBe(
    "Errata would take it as internal_error (unmapped), system, effect not reported, marked malformed code.",
  );
  const error = {
    code: "reference_required",
    class: "validation" as const,
    message: "The field reference is required.",
    retryable: false,
  };
  expect(ingestInWords({ status: "rejected", event: null, error })).toBe(
    "Errata would not take it: The field reference is required.",
  );
});
