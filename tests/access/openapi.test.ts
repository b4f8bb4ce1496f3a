// over 250 lines because the document is held against the doors, their answers and their refusals in one world.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { NOUNS } from "@/lib/http/openapi/nouns";
import { call, makeFirstAdmin, makeKey, openWorld, type World } from "./world";

const ROOT = join(import.meta.dirname, "../..");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: object };
};

type Door = { path: string; method: string; handler: RouteHandler };

const files = readdirSync(join(ROOT, "app/api/v1"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .sort();

async function doorsOf(file: string): Promise<Door[]> {
  const module: Record<string, unknown> = await import(join(ROOT, "app/api/v1", file));
  const path = `/api/v1/${file.replace(/\/route\.ts$/, "").replace(/\[(\w+)\]/g, "{$1}")}`;
  return METHODS.filter((method) => method in module).map((method) => ({
    ...{ path, method: method.toLowerCase(), handler: module[method] as RouteHandler },
  }));
}

const doors = (await Promise.all(files.map(doorsOf))).flat();
const doorAt = (method: string, path: string): RouteHandler => {
  const door = doors.find((one) => one.method === method && one.path === path);
  if (door === undefined) throw new Error(`there is no ${method} ${path}`);
  return door.handler;
};

let world: World;
let document: Document;
let text: string;
beforeAll(async () => {
  world = await openWorld({ ERRATA_BASE_PATH: "/errata" });
  const answer = await call(doorAt("get", "/api/v1/openapi.json"), { headers: { origin: "" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  text = await answer.text();
  document = JSON.parse(text);
});
afterAll(() => world.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const operationAt = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

describe("the document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("holds every method that a route file exports, and nothing else", () => {
    const written = operations().map(({ method, path }) => `${method} ${path}`);
    expect(written.sort()).toEqual(doors.map(({ method, path }) => `${method} ${path}`).sort());
    expect(written.length).toBeGreaterThan(80);
  });

  it("names each operation once, by a verb, with a sentence and a noun that is explained", () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations()) {
      expect(operation.operationId, `${method} ${path}`).toMatch(/^[a-z]+[A-Za-z]+$/);
      expect(operation.summary, `${method} ${path}`).toMatch(/^\p{Lu}.{5,}\.$/u);
      expect(Object.keys(NOUNS)).toContain(operation.tags[0]);
    }
  });

  it("says of every operation what it answers when it worked", () => {
    // By its protocol the only answer of `GET` and `DELETE /api/v1/mcp` is 405: there is no stream and no session.
    for (const { path, method, operation } of operations().filter(
      (one) => !["listenByMcp", "endMcpSession"].includes(one.operation.operationId),
    ))
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(
        expect.arrayContaining([expect.stringMatching(/^20[0-9]$/)]),
      );
  });

  it("has the parameters that the folders name, all of them required", () => {
    for (const { path, method, operation } of operations()) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }) => name).sort(), `${method} ${path}`).toEqual(named.sort());
      expect(inPath.every(({ required }) => required === true)).toBe(true);
    }
  });

  it("refers to nothing that it does not hold, and holds no shape that nothing refers to", () => {
    const schemas = Object.keys(document.components.schemas);
    const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(referred)].sort()).toEqual(schemas.sort());
  });

  it("stands under the prefix that people see", () => {
    expect(document.servers).toEqual([{ url: "/errata" }]);
  });

  it("tells of NDJSON, of the encodings, and shows an event", () => {
    const { requestBody, parameters } = operationAt("post", "/api/v1/events");
    expect(Object.keys(requestBody?.content ?? {})).toEqual(["application/json", "application/x-ndjson"]);
    expect(parameters?.find(({ name }) => name === "Content-Encoding")?.schema).toMatchObject({
      enum: ["gzip", "deflate", "br", "identity"],
    });
    expect(validatorOf(requestBody?.content["application/json"]?.schema ?? {})(exampleEvents())).toBe(true);
  });
});

describe("the scopes it names", () => {
  const scopesOf = ({ security }: Operation) => security.flatMap(({ key }) => key ?? []);

  it("are those that the door opens to", async () => {
    const keys = new Map<Scope, string>();
    for (const scope of SCOPES) keys.set(scope, await makeKey(world, [scope]));
    for (const [method, path] of [
      ["get", "/api/v1/rates"],
      ["post", "/api/v1/cases/{case_id}/claim"],
      ["get", "/api/v1/frames/{reference}"],
      ["post", "/api/v1/cases/{case_id}/approval"],
      ["get", "/api/v1/tools"],
      ["get", "/api/v1/keys"],
    ] as const) {
      const open: Scope[] = [];
      for (const scope of SCOPES) {
        const response = await call(doorAt(method, path), {
          method: method.toUpperCase(),
          key: keys.get(scope) ?? "",
          params: { case_id: "none", reference: "none" },
        });
        if (response.status !== 403) open.push(scope);
      }
      expect(scopesOf(operationAt(method, path)), `${method} ${path}`).toEqual(open);
    }
  });

  it("are none where nobody need be known", () => {
    expect(operationAt("post", "/api/v1/welcome").security).toEqual([]);
    expect(operationAt("get", "/api/v1/session").security).toEqual([{ key: [] }, { session: [] }]);
  });
});

/** Checks against a shape of the document; a member that it does not name is a fault. */
function validatorOf(schema: object) {
  const closed = JSON.parse(JSON.stringify({ ...schema, components: document.components }), (name, value) =>
    name !== "components" &&
    value?.type === "object" &&
    value.properties &&
    !("additionalProperties" in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
  return new Ajv2020({ strict: false, validateFormats: false }).compile(closed);
}

function exampleEvents(): unknown {
  return operationAt("post", "/api/v1/events").requestBody?.content["application/json"]?.example;
}

describe("real answers", () => {
  type Asked = Parameters<typeof call>[1];
  async function expectAsDescribed(method: string, path: string, asked: Asked = {}): Promise<unknown> {
    const response = await call(doorAt(method, path), { method: method.toUpperCase(), ...asked });
    const type = response.headers.get("content-type") ?? "";
    const { responses } = operationAt(method, path);
    const said = responses[response.status] ?? responses.default ?? {};
    const failure = document.components.responses as Document["paths"][string][string]["responses"];
    const content = said.$ref ? failure[said.$ref.split("/").at(-1) ?? ""]?.content : said.content;
    const schema = content?.[type]?.schema;
    if (schema === undefined) throw new Error(`${response.status} with ${type} is not described`);
    const body = await response.json();
    const validate = validatorOf(schema);
    expect(validate(body), JSON.stringify({ path, errors: validate.errors, body }, null, 1)).toBe(true);
    return body;
  }

  it("are as the document says, for a key with every scope", async () => {
    const key = world.bootstrapKey;
    await expectAsDescribed("post", "/api/v1/events", { key, body: exampleEvents() });
    await expectAsDescribed("post", "/api/v1/events", { key, body: { events: [{ tool: "x" }] } });
    const list = (await expectAsDescribed("get", "/api/v1/cases", { key })) as {
      items: { case_id: string }[];
    };
    expect(list.items).toHaveLength(1);
    const params = { case_id: list.items[0]?.case_id ?? "" };
    for (const path of [
      "/api/v1/session",
      "/api/v1/tools",
      "/api/v1/rates",
      "/api/v1/events",
      "/api/v1/facets",
    ])
      await expectAsDescribed("get", path, { key });
    for (const path of ["/api/v1/cases/figures", "/api/v1/releases", "/api/v1/audit", "/api/v1/bulk-actions"])
      await expectAsDescribed("get", path, { key });
    await expectAsDescribed("get", "/api/v1/references", { key, query: "?q=err_7c1f9a" });
    await expectAsDescribed("get", "/api/v1/references/{reference}", {
      key,
      params: { reference: "err_7c1f9a" },
    });
    await expectAsDescribed("get", "/api/v1/verdicts", { key, query: `?case_id=${params.case_id}` });
    await expectAsDescribed("post", "/api/v1/cases/{case_id}/claim", { key, params });
    await expectAsDescribed("get", "/api/v1/cases/{case_id}", { key, params });
    const observed_at = new Date().toISOString();
    const body = { verdict: "committed", evidence: [{ kind: "console", note: "It is there.", observed_at }] };
    await expectAsDescribed("post", "/api/v1/cases/{case_id}/verdict", { key, params, body });
    await expectAsDescribed("get", "/api/v1/verdicts", { key, query: `?case_id=${params.case_id}` });
  });

  it("are as the document says, for an admin", async () => {
    const cookie = await makeFirstAdmin(world);
    for (const noun of [
      "alerts",
      "keys",
      "people",
      "sources",
      "settings",
      "profile",
      "webhooks",
      "notices",
      "saved-views",
    ])
      await expectAsDescribed("get", `/api/v1/${noun}`, { cookie });
    await expectAsDescribed("get", "/api/v1/profile/sessions", { cookie });
    const person = { name: "Grace", email: "grace@errata.test", roles: ["support"] };
    await expectAsDescribed("post", "/api/v1/people", { cookie, body: person });
    await expectAsDescribed("post", "/api/v1/keys", {
      cookie,
      body: { name: "billing", scopes: ["ingest"] },
    });
  });

  it("are as the document says when they are failures", async () => {
    const key = world.bootstrapKey;
    await expectAsDescribed("get", "/api/v1/cases");
    await expectAsDescribed("get", "/api/v1/cases", { key: await makeKey(world, ["ingest"]) });
    await expectAsDescribed("get", "/api/v1/cases", { key, query: "?limit=none&view=none" });
    await expectAsDescribed("post", "/api/v1/events", { key, body: "{" });
    const params = { case_id: "0198f2c4-7b1e-7c3a-9f52-3d6a1c0e8b47" };
    await expectAsDescribed("get", "/api/v1/cases/{case_id}", { key, params });
  });
});
