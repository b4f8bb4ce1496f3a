import { z } from "zod";
import { type DomainError, validationError } from "@/domain/errors";
import { inPlainWords } from "@/domain/plain-words";
import { scrubString } from "@/domain/scrub/scrub-text";
import { sanitizeText } from "@/domain/text";

const NEVER_ECHOED = /password|secret|token|authorization|key/i;
const RECEIVED_MAX = 100;
const FIELD_MAX = 200;

type Values = Record<string, string | string[] | undefined>;

/** Repeated names become arrays, the rest strings. Unknown names are for the schema to ignore. */
export function queryRecord(search: URLSearchParams): Values {
  if (search.size === 0) return {};
  return storable([...new Set(search.keys())].map((name) => [name, oneOrAll(search.getAll(name))]));
}

/** The parts of a path that a route names. */
export function paramsRecord(params: Values): Values {
  return storable(Object.entries(params));
}

function oneOrAll(values: string[]): string | string[] | undefined {
  return values.length === 1 ? values[0] : values;
}

/** What PostgreSQL refuses becomes what is stored in its place, so that what was sent with NUL is still found. */
function storable(entries: [name: string, value: string | string[] | undefined][]): Values {
  for (const entry of entries) {
    const value = entry[1];
    entry[1] = Array.isArray(value) ? value.map(sanitizeText) : value && sanitizeText(value);
  }
  // Defines each name, `__proto__` too, as its own; an object without a prototype is a slow one.
  return Object.fromEntries(entries);
}

/** Parses at the edge; throws a 422 naming the first bad field, what came and what is permitted. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: "body" | "query" | "params",
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInput(result.error, value, part, fieldsOf(schema));
}

/** The names that a body may hold at its top. */
function fieldsOf(schema: z.ZodType): string[] | undefined {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined;
}

type Fault = { field: string; message: string; code: string; received: unknown; permitted?: unknown[] };

/** What a Zod failure becomes: code `invalid_<field>` or `unknown_field`, all faults listed under `errors`. */
export function invalidInput(
  error: z.ZodError,
  value: unknown,
  part: string,
  fields?: string[],
): DomainError {
  const issues = error.issues.flatMap((issue) => faultsOf(issue, value, part, fields));
  const first = issues[0];
  const field = first?.field || part;
  return validationError(first?.code ?? `invalid_${part}`, `${field}: ${first?.message ?? "is not valid"}`, {
    field,
    received: first?.received,
    permitted: first?.permitted,
    details:
      issues.length > 1
        ? { errors: issues.slice(0, 20).map((i) => ({ field: i.field || part, message: i.message })) }
        : undefined,
  });
}

/** A name that no field has is a fault of its own: mistyped, it would be taken for one that was left out. */
function faultsOf(issue: z.core.$ZodIssue, value: unknown, part: string, fields?: string[]): Fault[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") {
    const unknown = {
      ...{ code: "unknown_field", message: "is not a field of this body", received: undefined },
      ...(path.length === 0 && fields && { permitted: fields }),
    };
    return issue.keys.map((key) => ({ ...unknown, field: fieldOf([...path, key]).slice(0, FIELD_MAX) }));
  }
  const permitted = permittedBy(issue);
  const fault = { field: fieldOf(path), message: inPlainWords(message), code: codeOf(path, part) };
  return [{ ...fault, received: shortReceived(value, path), ...(permitted && { permitted }) }];
}

/** The values of a choice, and those that tell the kinds of a body apart. */
function permittedBy(issue: z.core.$ZodIssue): unknown[] | undefined {
  if ("values" in issue) return issue.values;
  return "options" in issue && Array.isArray(issue.options) ? issue.options : undefined;
}

/** Names are the sender's own too where a body has others than ours. */
function fieldOf(path: readonly PropertyKey[]): string {
  return scrubString(path.map(String).join("."), { found: 0 });
}

/** `invalid_` and the innermost name that is a token of ours; positions in arrays are no names. */
function codeOf(path: readonly PropertyKey[], part: string): string {
  const name = path.findLast((step) => typeof step === "string" && /^[a-z][a-z0-9_]{0,60}$/.test(step));
  return `invalid_${typeof name === "string" ? name : part}`;
}

function shortReceived(value: unknown, path: readonly PropertyKey[]): unknown {
  if (path.some((step) => NEVER_ECHOED.test(String(step)))) return undefined;
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, step);
  }
  // Before it is cut: half a secret is not known for one.
  if (typeof current === "string") return scrubString(current, { found: 0 }).slice(0, RECEIVED_MAX);
  if (typeof current === "number" || typeof current === "boolean" || current === null) return current;
  if (current === undefined) return undefined;
  return Array.isArray(current) ? "an array" : "an object";
}
