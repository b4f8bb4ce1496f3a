import ts from "typescript";
import { describe, expect, it } from "vitest";
import { pythonStub, suggestedCode, tellingClass, typescriptStub } from "./mapping-stub";

const group = (parts: Partial<Parameters<typeof pythonStub>[0]> = {}) => ({
  ...{ tool: "lookup_ticket", exception_type: "httpx.ReadTimeout", writes: false },
  top_frame: "lookup_ticket (tools/lookup_ticket.py)",
  ...parts,
});

describe("a code made of an exception's name", () => {
  it.each([
    ["httpx.ReadTimeout", "read_timeout"],
    ["FileNotFoundError", "file_not_found"],
    ["googleapiclient.errors.HTTPConnectionError", "http_connection"],
    ["Shop\\CardDeclinedException", "card_declined"],
    ["KeyError", null],
    ["ApiError", null],
    ["Error", null],
    ["a sentence is no name", null],
    ["名前", null],
    [null, null],
  ])("%s → %s", (type, code) => expect(suggestedCode(type)).toBe(code));
});

describe("the class is said only where the name itself says it", () => {
  it.each([
    ["httpx.ReadTimeout", "transient"],
    ["FileNotFoundError", "not_found"],
    ["PermissionError", "authorization"],
    ["pydantic.ValidationError", "validation"],
    ["KeyError", null],
    ["ValueError", null],
    ["ProviderError", null],
  ])("%s → %s", (type, errorClass) => expect(tellingClass(type)).toBe(errorClass));
});

it("a stub leaves to the engineer what would be a guess", () => {
  const python = pythonStub(group({ exception_type: "KeyError", writes: true }));
  expect(python).toContain('    if type(error).__name__ == "KeyError":\n        return ToolError(\n');
  expect(python).toContain('code="",  # TODO');
  expect(python).toContain('error_class="",  # TODO validation, ');
  expect(python).toContain('            effect="unknown",  # TODO');
  expect(typescriptStub(group())).toContain('class: "transient", // as ReadTimeout says');
  expect(pythonStub(group())).not.toContain("effect");
});

it("doubt about an effect is only shown where nobody said that the tool writes", () => {
  expect(typescriptStub(group({ writes: null }))).toMatch(/^ {4}\/\/ effect: "unknown"/m);
});

/** What a producer may send to have an engineer paste its own code. */
const HOSTILE = ['x"); steal(); ("', "a\nsteal()", "*/ steal() /*", "A\u2028steal()", "E:\nimport os"];

it.each(HOSTILE)("holds no code that a producer sent: %j", (text) => {
  const sent = group({ tool: text, exception_type: text, top_frame: text });
  for (const stub of [pythonStub(sent), typescriptStub(sent)])
    for (const line of stub.split(/[\n\u2028]/)) {
      const code = line.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/(#|\/\/).*$/, "");
      expect(code).not.toContain("steal");
      expect(code).not.toContain("import os");
    }
  const { diagnostics } = ts.transpileModule(typescriptStub(sent), { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
});
