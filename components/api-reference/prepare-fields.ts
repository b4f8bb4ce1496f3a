import type { Schema } from "@/lib/client/api-reference";

/** One line of a table of fields; what lies within another is deeper and follows it. */
export type FieldRow = {
  /** Its place, unique in its table. */
  path: string;
  name: string;
  depth: number;
  /** In words: `text`, `time`, `list of text`, `one of open, settled`. */
  type: string;
  required: boolean;
  /** The limits, in words; empty without any. */
  limits: string;
};

type Shapes = Readonly<Record<string, Schema>>;

/** Beyond it, a field is told by its type alone; so a shape within itself ends. */
const DEPTH_MAX = 4;
const VALUES_MAX = 12;

/** The fields of a shape, line by line; of alternatives, those of the first that has fields. */
export function prepareFields(schema: Schema | undefined, shapes: Shapes): FieldRow[] {
  return schema === undefined ? [] : rowsOf(schema, shapes, "", 0);
}

function rowsOf(schema: Schema, shapes: Shapes, within: string, depth: number): FieldRow[] {
  const { properties = {}, required = [] } = objectIn(schema, shapes);
  if (depth >= DEPTH_MAX) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = within === "" ? name : `${within}.${name}`;
    const row = { path, name, depth, type: typeOf(field, shapes), limits: limitsOf(field, shapes) };
    return [{ ...row, required: required.includes(name) }, ...rowsOf(field, shapes, path, depth + 1)];
  });
}

/** The object a field is, or a list of, or one alternative of. */
function objectIn(schema: Schema, shapes: Shapes): Schema {
  const found = resolved(schema, shapes);
  if (found.properties) return found;
  if (found.items) return objectIn(found.items, shapes);
  const choices = (found.anyOf ?? found.oneOf ?? []).map((one) => objectIn(one, shapes));
  return choices.find((one) => one.properties !== undefined) ?? {};
}

function resolved(schema: Schema, shapes: Shapes): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (shapes[name] ?? {});
}

const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  array: "list",
  null: "null",
};
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "time",
  uuid: "UUID",
  email: "e-mail address",
  uri: "URL",
};

/** A shape in a few words. */
export function typeOf(schema: Schema, shapes: Shapes): string {
  const found = resolved(schema, shapes);
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.enum) return `one of ${valuesOf(found.enum)}`;
  if (found.anyOf ?? found.oneOf) return choiceOf(found.anyOf ?? found.oneOf ?? [], shapes);
  if (found.prefixItems) return `[${found.prefixItems.map((one) => typeOf(one, shapes)).join(", ")}]`;
  if (found.items) return `list of ${typeOf(found.items, shapes)}`;
  const types = [found.type ?? []].flat().map((type) => plainWord(type, found.format));
  return types.length === 0 ? "anything" : types.join(" or ");
}

function plainWord(type: string, format: string | undefined): string {
  return (type === "string" && FORMATS[format ?? ""]) || (WORDS[type] ?? type);
}

function valuesOf(values: readonly unknown[]): string {
  const shown = values.slice(0, VALUES_MAX).map(String).join(", ");
  return values.length > VALUES_MAX ? `${shown} and ${values.length - VALUES_MAX} more` : shown;
}

function choiceOf(choices: readonly Schema[], shapes: Shapes): string {
  return [...new Set(choices.map((one) => typeOf(one, shapes)))].join(" or ");
}

function limitsOf(schema: Schema, shapes: Shapes): string {
  const found = resolved(schema, shapes);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = found;
  const parts = [
    rangeOf(minimum, maximum, ""),
    rangeOf(minLength, maxLength, " characters"),
    rangeOf(minItems, maxItems, " items"),
    found.default === undefined ? "" : `default ${JSON.stringify(found.default)}`,
    found.description ?? "",
  ];
  const own = parts.filter((part) => part !== "").join(" · ");
  const choice = (found.anyOf ?? []).find(({ type }) => type !== "null");
  return own === "" && choice !== undefined ? limitsOf(choice, shapes) : own;
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return "";
  if (least === undefined || least === 0) return most === undefined ? "" : `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}
