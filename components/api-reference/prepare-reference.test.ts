import { describe, expect, test } from "vitest";
import type { ApiDocument, OperationObject } from "@/lib/client/api-reference";
import { prepareFields, typeOf } from "./prepare-fields";
import { curlFor, prepareReference } from "./prepare-reference";

const operation = (parts: Partial<OperationObject>): OperationObject => ({
  ...{ operationId: "listCases", summary: "The queue.", tags: ["cases"], security: [], responses: {} },
  ...parts,
});

const claim = operation({
  operationId: "claimCase",
  summary: "Takes a case.",
  security: [{ key: ["cases"] }, { session: ["reconciler"] }],
  parameters: [{ name: "case_id", in: "path", required: true, schema: { type: "string" } }],
});

const document: ApiDocument = {
  info: { version: "1", description: "" },
  tags: [
    { name: "cases", description: "The queue." },
    { name: "events", description: "Reports." },
  ],
  paths: {
    "/api/v1/events": { get: operation({ operationId: "listEvents", tags: ["events"] }) },
    "/api/v1/cases": { get: operation({ security: [{ key: [] }, { session: [] }] }) },
    "/api/v1/cases/{case_id}/claim": { post: claim },
  },
  components: { schemas: {}, responses: {} },
};

const named = (search: string) =>
  prepareReference(document, search).map(({ name, operations }) => [name, operations.map(({ id }) => id)]);

describe("the operations", () => {
  test("stand by noun, in the order of the document", () => {
    expect(named("")).toEqual([
      ["cases", ["listCases", "claimCase"]],
      ["events", ["listEvents"]],
    ]);
  });

  test("are found by every word of a search, in any order and case, also by a parameter or a scope", () => {
    expect(named("CLAIM cases")).toEqual([["cases", ["claimCase"]]]);
    expect(named("case_id")).toEqual([["cases", ["claimCase"]]]);
    expect(named("post")).toEqual([["cases", ["claimCase"]]]);
    expect(named("nothing")).toEqual([]);
  });

  test("say who may call", () => {
    const [cases, events] = prepareReference(document, "");
    expect(cases?.operations.map(({ access, scopes, roles }) => ({ access, scopes, roles }))).toEqual([
      { access: "known", scopes: [], roles: [] },
      { access: "named", scopes: ["cases"], roles: ["reconciler"] },
    ]);
    expect(events?.operations[0]?.access).toBe("anybody");
  });
});

const NOW = new Date("2026-11-30T12:00:00Z");

describe("the curl command", () => {
  const curl = (parts: Partial<OperationObject>, method = "post") => {
    const paths = {
      "/api/v1/cases/{case_id}": { [method]: operation({ security: [{ key: [] }], ...parts }) },
    };
    const [noun] = prepareReference({ ...document, paths }, "");
    return noun?.operations[0] ? curlFor(noun.operations[0], "https://errata.test", NOW) : null;
  };

  test("names what is to be replaced", () => {
    expect(curl({}, "get")).toBe(
      "curl 'https://errata.test/api/v1/cases/CASE_ID' \\\n  -H 'Authorization: Bearer KEY'",
    );
  });

  test("has the smallest body that could be valid, and survives a quote", () => {
    const schema = {
      type: "object",
      properties: {
        verdict: { type: "string", enum: ["absent", "committed"] },
        evidence: { type: "array", items: { type: "object", properties: { at: { format: "date-time" } } } },
        note: { type: "string" },
      },
      required: ["verdict"],
    };
    expect(curl({ requestBody: { required: true, content: { "application/json": { schema } } } })).toContain(
      `-d '{"verdict":"absent"}'`,
    );
    const example = { message: "it's gone" };
    expect(curl({ requestBody: { required: true, content: { "application/json": { example } } } })).toContain(
      `-d '{"message":"it'\\''s gone"}'`,
    );
  });
});

describe("a curl command that can be run", () => {
  const curl = (method: string, parts: Partial<OperationObject>) => {
    const paths = { "/api/v1/x": { [method]: operation({ security: [{ key: [] }], ...parts }) } };
    const [noun] = prepareReference({ ...document, paths }, "");
    return noun?.operations[0] ? curlFor(noun.operations[0], "", NOW) : undefined;
  };
  const bodyOf = (schema: object, example?: unknown) => {
    const content = { "application/json": { schema, ...(example !== undefined && { example }) } };
    return /-d '(.*)'/.exec(curl("post", { requestBody: { required: true, content } }) ?? "")?.[1];
  };

  test("stands only where a key opens the door", () => {
    expect(curl("get", { security: [{ session: ["admin"] }] })).toBeNull();
    expect(curl("post", { security: [] })).toBeNull();
    expect(curl("get", { security: [] })).toBe("curl '/api/v1/x'");
  });

  test("holds what its shape asks for, and what its examples give", () => {
    const properties = {
      id: { type: "string", format: "uuid" },
      since: { type: "string", format: "date-time" },
      until: { type: "string", format: "date-time" },
      status: { type: "integer", minimum: 200 },
      url: { type: "string", example: "https://receiver.example" },
      left_out: { type: "string" },
    };
    const required = Object.keys(properties).slice(0, -1);
    expect(JSON.parse(bodyOf({ type: "object", properties, required }) ?? "")).toEqual({
      ...{ id: "00000000-0000-4000-8000-000000000000", status: 200, url: "https://receiver.example" },
      ...{ since: "2026-11-30T12:00:00.000Z", until: "2026-12-01T12:00:00.000Z" },
    });
    expect(bodyOf({}, [{ occurred_at: "2020-01-01T00:00:00.123456Z", at: "2020-01-01" }])).toBe(
      '[{"occurred_at":"2026-11-30T12:00:00.000Z","at":"2020-01-01"}]',
    );
    const schema = { type: "string" };
    const parameters = [
      { name: "from", in: "query", required: true, schema: { ...schema, format: "date" } },
      { name: "tool", in: "query", schema: { ...schema, example: "issue_refund" } },
      { name: "code", in: "query", schema },
    ];
    expect(curl("get", { parameters })).toContain("?from=2026-11-30&tool=issue_refund'");
  });
});

describe("fields", () => {
  const shapes = { Note: { type: "object", properties: { by: { type: "string" } }, required: ["by"] } };

  test("follow references and lists, deeper by one", () => {
    const schema = { type: "object", properties: { notes: { type: "array", items: { $ref: "#/x/Note" } } } };
    expect(prepareFields(schema, shapes)).toEqual([
      { path: "notes", name: "notes", depth: 0, type: "list of object", required: false, limits: "" },
      { path: "notes.by", name: "by", depth: 1, type: "text", required: true, limits: "" },
    ]);
  });

  test("of a shape within itself end", () => {
    const endless = { Tree: { type: "object", properties: { child: { $ref: "#/x/Tree" } } } };
    expect(prepareFields({ $ref: "#/x/Tree" }, endless)).toHaveLength(4);
  });

  test("are told in words", () => {
    expect(typeOf({ type: ["string", "null"], format: "date-time" }, {})).toBe("time or null");
    expect(typeOf({ anyOf: [{ enum: ["a", "b"] }, { type: "null" }] }, {})).toBe("one of a, b or null");
    expect(typeOf({}, {})).toBe("anything");
    const limited = { properties: { q: { type: "string", minLength: 1, maxLength: 9 } } };
    expect(prepareFields(limited, {})[0]?.limits).toBe("1 to 9 characters");
  });
});
