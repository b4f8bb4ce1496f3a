import type { ApiDocument, OperationObject, Schema } from "@/lib/client/api-reference";

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

/**
 * The call as somebody types it: with the required parts as names to replace, and an example or the needed fields. Null
 * where no key opens the door: it is for people, from the console's own pages. `now` is when: old times are refused.
 */
export function curlFor(operation: Operation, base: string, now: Date): string | null {
  const { method, path, source, access } = operation;
  if (!opensByKey(operation)) return null;
  const query = (source.parameters ?? [])
    .filter(
      ({ in: place, required, schema }) => place === "query" && (required || schema.example !== undefined),
    )
    .map(({ name, schema }) => `${name}=${schema.example ?? dayOf(schema, now) ?? name.toUpperCase()}`);
  const url = `${base}${path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${url}${query.length > 0 ? "?" : ""}${query.join("&")}'`,
  ];
  if (access !== "anybody") lines.push("  -H 'Authorization: Bearer KEY'");
  return [...lines, ...bodyLines(source, now)].join(" \\\n");
}

/** What anybody may write, such as a password by a welcome link, is taken from the console's pages alone. */
function opensByKey({ access, scopes, method }: Operation): boolean {
  return access === "anybody" ? method === "GET" : access === "known" || scopes.length > 0;
}

const dayOf = ({ format }: Schema, now: Date) => (format === "date" ? now.toISOString().slice(0, 10) : null);

function bodyLines({ requestBody }: OperationObject, now: Date): string[] {
  const json = requestBody?.content["application/json"];
  if (json === undefined) return requestBody === undefined ? [] : ["  --data-binary @FILE"];
  const body = json.example === undefined ? neededOf(json.schema, now) : asOf(json.example, now);
  return ["  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`];
}

/** The smallest body: what is required, each by an example or a value of its kind. */
function neededOf(schema: Schema | undefined, now: Date, name = ""): unknown {
  if (schema === undefined) return {};
  if (schema.example !== undefined) return asOf(schema.example, now);
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return neededOf(choice, now, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(needed.map(([name, field]) => [name, neededOf(field, now, name)]));
  }
  if (schema.items) return [neededOf(schema.items, now, name)];
  return placeholderOf(schema, now, name);
}

const NO_UUID = "00000000-0000-4000-8000-000000000000";
const DAY_MS = 86_400_000;

function placeholderOf({ type, format = "", minimum }: Schema, now: Date, name: string): unknown {
  const kind = [type ?? "object"].flat()[0];
  if (format === "date-time") return new Date(now.getTime() + (name === "until" ? DAY_MS : 0)).toISOString();
  if (kind === "integer" || kind === "number") return Math.max(1, minimum ?? 1);
  if (kind === "boolean") return true;
  return kind === "string" ? (format === "uuid" ? NO_UUID : "TEXT") : {};
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** An example with its times moved to now. */
function asOf(example: unknown, now: Date): unknown {
  return JSON.parse(JSON.stringify(example), (_, value: unknown) =>
    typeof value === "string" && TIME.test(value) ? now.toISOString() : value,
  );
}
