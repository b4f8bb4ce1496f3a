import { randomUUID } from "node:crypto";
import { z } from "zod";

/** A JSON Schema as far as examples need it. */
type Shape = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
};

const PAST = /(_at|(^|d_|e_)(from|to)|^since)$/;
const FUTURE = /^(until|expires_at)$/;

/** Fields whose type does not say what they hold. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  url: "https://pay.example/{idempotency_key}",
  reference: "err_7c1f9a",
  email: "somebody@errata.test",
  unmapped_codes: ["internal_error"],
  time_zone: "Europe/Berlin",
  tz: "Europe/Berlin",
  password: "correct horse battery",
  // Held polls would take the time they ask for.
  wait_seconds: 0,
};

/** Bodies that the schema takes or nearly takes, one for each way it can be read. */
export function examplesOf(schema: z.ZodType): unknown[] {
  return waysOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape, "");
}

function waysOf(shape: Shape, name: string): unknown[] {
  if (name in BY_NAME) return [BY_NAME[name]];
  const either = shape.anyOf ?? shape.oneOf;
  if (either !== undefined)
    return either.filter(({ type }) => type !== "null").flatMap((one) => waysOf(one, name));
  if (shape.allOf !== undefined)
    return [Object.assign({}, ...shape.allOf.map((one) => waysOf(one, name)[0]))];
  if (shape.const !== undefined) return [shape.const];
  if (shape.enum !== undefined) return [shape.enum[0]];
  if (shape.properties !== undefined) return objectsOf(shape.properties);
  const type = [shape.type].flat().find((one) => one !== "null");
  if (type === "array") return [[waysOf(shape.items ?? {}, name)[0]]];
  if (type === "integer" || type === "number") return [Math.max(shape.minimum ?? 1, 1)];
  if (type === "boolean") return [true];
  if (type === "object") return [{}];
  return [textOf(shape, name)];
}

/** One object with the first way of each field, and for each other way of a field one that differs in it. */
function objectsOf(properties: Record<string, Shape>): unknown[] {
  const ways = Object.entries(properties).map(([name, shape]) => [name, waysOf(shape, name)] as const);
  const first = Object.fromEntries(ways.map(([name, values]) => [name, values[0]]));
  const others = ways.flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...first, [name]: value })),
  );
  return [first, ...others];
}

function textOf({ format, pattern }: Shape, name: string): unknown {
  if (FUTURE.test(name)) return new Date(Date.now() + 600_000).toISOString();
  if (PAST.test(name)) return new Date(Date.now() - 86_400_000).toISOString();
  if (format === "uuid" || format === "guid" || pattern?.startsWith("^([0-9a-fA-F]{8}-")) return randomUUID();
  return "x";
}

/** What no field was made for: beyond a column, outside of time, unstorable, of another type. */
export const HOSTILE: readonly unknown[] = [
  ...[null, [], {}, [null], true],
  ...[-1, 1.5, 2 ** 31, 2 ** 53, 1e308],
  ...[
    "",
    " ",
    "\0",
    "\ud800",
    "\u202egpj",
    "x".repeat(9_000),
    "'; drop table cases;--",
    "99999999999999999999",
  ],
  ...["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:60Z", "2026-02-30T00:00:00Z"],
];

/** The value once for each of its fields, however deep, and each hostile value: with that in the field's place. */
export function* spoilt(value: unknown): Generator<{ field: string; hostile: unknown; body: unknown }> {
  for (const path of pathsOf(value))
    for (const hostile of HOSTILE)
      yield { field: path.join("."), hostile, body: replaced(value, path, hostile) };
}

function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [[]];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const inner = entries.flatMap(([key, one]) => pathsOf(one).map((rest) => [key, ...rest]));
  // A list or an object is a value of its field as well.
  return Array.isArray(value) ? [[], ...inner] : inner;
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaced(one, rest, by) : one));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaced(record[key], rest, by) };
}
