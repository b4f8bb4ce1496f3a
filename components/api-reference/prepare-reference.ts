import type { ApiDocument, OperationObject } from "@/lib/client/api-reference";

/** One method of one path, as it stands in the list. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Of a key; any one is enough. */
  scopes: string[];
  /** Of a person; any one is enough. */
  roles: string[];
  /** `anybody` needs neither; `known`: any key or person. */
  access: "anybody" | "known" | "named";
  source: OperationObject;
};

export type Noun = { name: string; description: string; operations: Operation[] };

/** The operations by noun, in the document's order; with a search, only what it finds. */
export function prepareReference(document: ApiDocument, search: string): Noun[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, source]) => operationOf(path, method, source)),
  );
  const found = all.filter((operation) => words.every((word) => textOf(operation).includes(word)));
  return document.tags
    .map(({ name, description }) => ({
      ...{ name, description },
      operations: found.filter(({ source }) => source.tags[0] === name),
    }))
    .filter(({ operations }) => operations.length > 0);
}

function operationOf(path: string, method: string, source: OperationObject): Operation {
  const { operationId: id, summary, security } = source;
  const named = (scheme: string) => [...new Set(security.flatMap((one) => one[scheme] ?? []))];
  const [scopes, roles] = [named("key"), named("session")];
  const access = security.length === 0 ? "anybody" : scopes.length + roles.length === 0 ? "known" : "named";
  return { id, method: method.toUpperCase(), path, summary, scopes, roles, access, source };
}

/** What a search looks in: also the names of parameters. */
function textOf({ id, method, path, summary, scopes, source }: Operation): string {
  const parameters = (source.parameters ?? []).map(({ name }) => name);
  return [id, method, path, summary, ...scopes, ...parameters].join(" ").toLowerCase();
}

/** The call as somebody types it: with the required parts as names to replace, and an example or the needed fields. */
export function curlFor(operation: Operation, base: string): string {
  const { method, path, source, access } = operation;
  const query = (source.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`);
  const url = `${base}${path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${url}${query.length > 0 ? "?" : ""}${query.join("&")}'`,
  ];
  if (access !== "anybody") lines.push("  -H 'Authorization: Bearer KEY'");
  return [...lines, ...bodyLines(source)].join(" \\\n");
}

function bodyLines({ requestBody }: OperationObject): string[] {
  const json = requestBody?.content["application/json"];
  if (json === undefined) return requestBody === undefined ? [] : ["  --data-binary @FILE"];
  const body = json.example ?? neededOf(json.schema);
  return ["  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`];
}

type Shape = NonNullable<OperationObject["parameters"]>[number]["schema"];

/** The smallest body: what is required, each by a value of its kind. */
function neededOf(schema: Shape | undefined): unknown {
  if (schema === undefined) return {};
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return neededOf(choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(needed.map(([name, field]) => [name, neededOf(field)]));
  }
  if (schema.items) return [neededOf(schema.items)];
  return placeholderOf([schema.type ?? "object"].flat()[0], schema.format);
}

function placeholderOf(type: string | undefined, format: string | undefined): unknown {
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  return type === "string" ? "TEXT" : {};
}
