import { z } from "zod";

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { [member: string]: unknown };

/** What may be sent: before defaults and transforms. */
export function inputSchema(shape: z.ZodType): JsonSchema {
  return tidy(z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }));
}

/** What is answered, written whole: after defaults and transforms. */
export function outputSchema(shape: z.ZodType): JsonSchema {
  return tidy(z.toJSONSchema(shape, { io: "output", unrepresentable: "any" }), { open: true });
}

/** Named shapes as they are answered, which refer to one another as the components of a document. */
export function outputSchemas(shapes: Readonly<Record<string, z.ZodType>>): Record<string, JsonSchema> {
  const names = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(shapes)) names.add(shape, { id });
  const { schemas } = z.toJSONSchema(names, { io: "output", unrepresentable: "any", uri: componentRef });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, tidy(schema, { open: true })]),
  );
}

/** Where a document keeps the shape of this name. */
export function componentRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The same without "or null", for a query, which cannot say null. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const left = anyOf.filter((one: JsonSchema) => one.type !== "null");
  return left.length === 1 ? { ...rest, ...left[0] } : { ...rest, anyOf: left };
}

/** On the wire, text under these names is a time. */
const TIMES =
  /_at$|_until$|^(until|since|from|to|at|minute|safe_after|rows_available_from)$|^(opened|deadline)_(from|to)$/;

/**
 * Leaves out what Zod adds and no reader needs. `open`: answers may gain members without breaking who checks
 * them, so they are not declared closed.
 */
function tidy(value: object, options: { open?: boolean } = {}): JsonSchema {
  const { $schema: _dialect, $id: _id, ...schema } = value as JsonSchema;
  const result: JsonSchema = {};
  for (const [member, content] of Object.entries(schema)) {
    if (isNoise(member, content, schema, options)) continue;
    if (member === "properties") result.properties = tidyProperties(content as object, options);
    else result[member] = tidyValue(content, options);
  }
  return result;
}

function isNoise(member: string, content: unknown, schema: JsonSchema, { open }: { open?: boolean }) {
  if (content === Number.MAX_SAFE_INTEGER || content === Number.MIN_SAFE_INTEGER) return true;
  if (member === "additionalProperties") return open === true && content === false;
  return member === "pattern" && schema.format !== undefined;
}

function tidyProperties(properties: object, options: { open?: boolean }): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, content]) => {
      const schema = tidy(content as object, options);
      return [name, TIMES.test(name) && isText(schema) ? { ...schema, format: "date-time" } : schema];
    }),
  );
}

/** A text of which nothing more is said yet: a day has its format. */
function isText({ type, enum: values, format }: JsonSchema): boolean {
  return values === undefined && format === undefined && [type].flat().includes("string");
}

function tidyValue(value: unknown, options: { open?: boolean }): unknown {
  if (Array.isArray(value)) return value.map((one) => tidyValue(one, options));
  return typeof value === "object" && value !== null ? tidy(value, options) : value;
}
