import { isCarriedNumber } from "@/domain/carried-number";
import { type Attributes, type LogRecord, spanIdOf, traceIdOf } from "@/domain/otlp/log-record";
import { plainDouble, plainInteger, plainMembers, TOO_DEEP, VALUE_DEPTH } from "@/domain/otlp/plain-value";
import { notOtlp } from "./not-otlp";

type Members = Readonly<Record<string, unknown>>;

/** What keeps a record from being read: the member, and what it must be. */
class Malformed extends Error {
  constructor(
    readonly field: string,
    readonly must: string,
  ) {
    super(`${field} must be ${must}`);
  }
}

/**
 * The log records of an export in OTLP's JSON: lowerCamelCase, ids in hex, 64-bit integers as text or number. Unknown
 * members are ignored. Throws `body_not_otlp` naming what cannot be read.
 */
export function* recordsOfJson(body: unknown, is_replaced: boolean): Generator<LogRecord> {
  const lists = within("", () => listOf(membersOf(body, "the body"), "resourceLogs"));
  for (const [r, one] of lists.entries()) {
    const where = `resourceLogs[${r}].`;
    const { resource, scopes } = within(where, () => resourceLogs(one));
    for (const [s, scope] of scopes.entries()) {
      const inScope = `${where}scopeLogs[${s}].`;
      const records = within(inScope, () => listOf(membersOf(scope, "scope"), "logRecords"));
      for (const [at, record] of records.entries())
        yield within(`${inScope}logRecords[${at}].`, () => recordOf(record, resource, is_replaced));
    }
  }
}

function within<Read>(where: string, read: () => Read): Read {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof Malformed)) throw thrown;
    const field = where + thrown.field;
    throw notOtlp(`${field} must be ${thrown.must}.`, { field });
  }
}

function resourceLogs(sent: unknown): { resource: Attributes; scopes: readonly unknown[] } {
  const members = membersOf(sent, "resource");
  const resource = membersOf(members.resource ?? {}, "resource");
  return { resource: attributesOf(resource), scopes: listOf(members, "scopeLogs") };
}

function recordOf(sent: unknown, resource: Attributes, is_replaced: boolean): LogRecord {
  const record = membersOf(sent, "record");
  return {
    resource,
    time_unix_nano: nanosOf(record, "timeUnixNano"),
    observed_time_unix_nano: nanosOf(record, "observedTimeUnixNano"),
    event_name: textOf(record, "eventName"),
    body: plainValueOf(record.body),
    attributes: attributesOf(record),
    trace_id: traceIdOf(textOf(record, "traceId")),
    span_id: spanIdOf(textOf(record, "spanId")),
    is_replaced,
  };
}

function membersOf(value: unknown, field: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !isCarriedNumber(value))
    return value as Members;
  throw new Malformed(field, "an object");
}

function listOf(members: Members, field: string): readonly unknown[] {
  const value = members[field] ?? [];
  if (Array.isArray(value)) return value;
  throw new Malformed(field, "a list");
}

function textOf(members: Members, field: string): string {
  const value = members[field] ?? "";
  if (typeof value === "string") return value;
  throw new Malformed(field, "text");
}

const MOST_NANOS = 2n ** 64n - 1n;

function nanosOf(members: Members, field: string): string {
  const nanos = integerOf(members[field] ?? 0, field);
  if (BigInt(nanos) < 0n || BigInt(nanos) > MOST_NANOS) throw new Malformed(field, "nanoseconds since 1970");
  return nanos;
}

const INTEGER = /^-?\d{1,20}$/;

/** In decimal digits. */
function integerOf(value: unknown, field: string): string {
  const digits = Number.isSafeInteger(value) || isCarriedNumber(value) ? String(value) : value;
  if (typeof digits === "string" && INTEGER.test(digits)) return BigInt(digits).toString();
  throw new Malformed(field, "a 64-bit integer, as text or as a number");
}

function attributesOf(members: Members): Attributes {
  return new Map(pairsOf(members, "attributes", 0));
}

function pairsOf(members: Members, field: string, depth: number): [string, unknown][] {
  return listOf(members, field).map((sent) => {
    const pair = membersOf(sent, field);
    return [textOf(pair, "key"), plainValueOf(pair.value, depth)];
  });
}

type Read = (value: unknown, depth: number) => unknown;

const KINDS: Readonly<Record<string, Read>> = {
  stringValue: (value) => textOf({ stringValue: value }, "stringValue"),
  boolValue: (value) => {
    if (typeof value === "boolean") return value;
    throw new Malformed("boolValue", "true or false");
  },
  intValue: (value) => plainInteger(integerOf(value, "intValue")),
  doubleValue: doubleOf,
  arrayValue: (value, depth) =>
    listOf(membersOf(value, "arrayValue"), "values").map((one) => plainValueOf(one, depth)),
  kvlistValue: (value, depth) => plainMembers(pairsOf(membersOf(value, "kvlistValue"), "values", depth)),
  // Any spelling of base64, as the same bytes read in the other encoding.
  bytesValue: (value) =>
    Buffer.from(textOf({ bytesValue: value }, "bytesValue"), "base64").toString("base64"),
};

/** `{}` is null, and so is a kind that nobody knows yet. */
function plainValueOf(sent: unknown, depth = 0): unknown {
  if (sent === undefined || sent === null) return null;
  if (depth > VALUE_DEPTH) return TOO_DEEP;
  const members = membersOf(sent, "value");
  for (const kind of Object.keys(members)) {
    const value = members[kind];
    if (Object.hasOwn(KINDS, kind) && value !== null) return KINDS[kind]?.(value, depth + 1);
  }
  return null;
}

const NOT_FINITE: ReadonlySet<unknown> = new Set(["NaN", "Infinity", "-Infinity"]);

function doubleOf(value: unknown): unknown {
  if (typeof value === "number") return plainDouble(value);
  const text = isCarriedNumber(value) ? String(value) : value;
  if (typeof text === "string" && (NOT_FINITE.has(text) || /^-?\d[\d.eE+-]*$/.test(text))) {
    const read = Number(text);
    if (!Number.isNaN(read) || text === "NaN") return plainDouble(read);
  }
  throw new Malformed("doubleValue", "a number");
}
