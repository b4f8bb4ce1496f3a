import type { z } from "zod";
import type { Accepts, Answer, RouteDescription } from "../route-description";
import { inputSchema, type JsonSchema, withoutNull } from "./json-schema";
import { nounOf } from "./nouns";
import { securityOf } from "./security";
import type { Shapes } from "./shapes";

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** One method of one path, as OpenAPI 3.1 says it. `path` is written as in the document: `/a/{b}`. */
export function operationOf(path: string, description: RouteDescription, shapes: Shapes): JsonSchema {
  const { operation, summary, params, query, body, accepts } = description;
  const parameters = [
    ...parametersOf(params, "path"),
    ...parametersOf(query, "query"),
    ...(accepts && accepts !== "bytes" ? [CONTENT_ENCODING] : []),
  ];
  const requestBody = accepts ? acceptedBody(accepts) : body && jsonBody(body);
  return {
    operationId: operation,
    summary,
    tags: [nounOf(path)],
    security: securityOf(description),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...answersOf(description, shapes), ...failuresOf(description) },
  };
}

const CONTENT_ENCODING = {
  name: "Content-Encoding",
  in: "header",
  description: "The limits hold after decompression.",
  schema: { type: "string", enum: ["gzip", "deflate", "br", "identity"] },
};

function parametersOf(shape: z.ZodType | undefined, place: "path" | "query"): JsonSchema[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(shape) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    ...((place === "path" || required.includes(name)) && { required: true }),
    schema: withoutNull(schema),
  }));
}

function jsonBody(shape: z.ZodType): JsonSchema {
  return {
    required: !shape.safeParse(undefined).success,
    content: { "application/json": { schema: inputSchema(shape) } },
  };
}

function acceptedBody(accepts: Accepts): JsonSchema {
  if (accepts === "bytes") return { required: true, content: FILE };
  const { member, example } = accepts;
  const item = inputSchema(accepts.item);
  const list = { type: "array", items: item };
  const batch = { type: "object", properties: { [member]: list }, required: [member] };
  const content: Content = {
    "application/json": {
      schema: { anyOf: [item, list, batch] },
      ...(example !== undefined && { example: { [member]: [example] } }),
    },
    "application/x-ndjson": {
      schema: { type: "string", description: "One item a line." },
      ...(example !== undefined && { example: `${JSON.stringify(example)}\n` }),
    },
  };
  return { required: true, content };
}

const FILE: Content = {
  "application/octet-stream": { schema: {} },
  "multipart/form-data": {
    schema: { type: "object", properties: { file: { type: "string", format: "binary" } } },
  },
};

const SAID: Readonly<Record<string, string>> = {
  200: "Done.",
  202: "Accepted, but not final.",
  204: "Done, or nothing there; no body.",
  207: "Some items were rejected.",
  422: "Every item was rejected.",
};

function answersOf({ answers }: RouteDescription, shapes: Shapes): JsonSchema {
  return Object.fromEntries(
    Object.entries(byStatus(answers)).map(([status, answer]) => {
      const content = contentOf(answer, shapes);
      return [status, { description: SAID[status] ?? "Done.", ...(content && { content }) }];
    }),
  );
}

function byStatus(answers: RouteDescription["answers"]): Readonly<Record<string, Answer>> {
  if (answers === undefined) return {};
  if (answers === null) return { 204: null };
  return typeof answers === "string" || isShape(answers) ? { 200: answers } : answers;
}

function isShape(answers: object): answers is z.ZodType {
  return "_zod" in answers;
}

function contentOf(answer: Answer, shapes: Shapes): Content | null {
  if (answer === null) return null;
  if (typeof answer !== "string") return { "application/json": { schema: shapes.refer(answer) } };
  return { [answer]: { schema: answer.startsWith("text/") ? { type: "string" } : {} } };
}

/** Failures by where they come from; `default` is for the rest, such as a 409 of the verb's own. */
function failuresOf({ capability, params, query, body, accepts, answers }: RouteDescription): JsonSchema {
  const isRead = query ?? params ?? body ?? accepts;
  const itemsRejected = 422 in byStatus(answers);
  return {
    ...(capability !== "public" && { 401: refer("Unauthenticated") }),
    ...(capability !== "public" && { 403: refer("Forbidden") }),
    ...(params && { 404: refer("NotFound") }),
    ...(isRead && !itemsRejected && { 422: refer("Invalid") }),
    503: refer("Unavailable"),
    default: refer("Problem"),
  };
}

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });
