import { isUtf8 } from "node:buffer";
import protobuf from "protobufjs/minimal.js";
import { isDomainError } from "@/domain/errors";
import { type Attributes, type LogRecord, spanIdOf, traceIdOf } from "@/domain/otlp/log-record";
import { plainDouble, plainInteger, plainMembers, TOO_DEEP, VALUE_DEPTH } from "@/domain/otlp/plain-value";
import { notOtlp } from "./not-otlp";

/*
 * OTLP's logs, read by hand with protobufjs's reader: a few fields of a few messages, whose numbers are fixed for ever.
 * Its own decoders are compiled as text at run time. A tag is the number of a field with how it is written, so that a
 * field written in another way is passed over as unknown, as protobuf has it.
 */
type Reader = protobuf.Reader;
type Long64 = ReturnType<Reader["fixed64"]>;
/** Whether bytes of a text had to be replaced. */
type Found = { is_replaced: boolean };

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
/** Where a message does nothing but hold others, they are its field 1. */
const ITEM = (1 << 3) | BYTES;

/** The log records of an export. Throws `body_not_otlp` where the body is cut short or no protobuf. */
export function* recordsOfProtobuf(body: Uint8Array): Generator<LogRecord> {
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  try {
    for (const resourceLogs of messagesOf(whole, 1)) {
      const found: Found = { is_replaced: false };
      const resource = resourceOf(resourceLogs, found);
      for (const scopeLogs of messagesOf(resourceLogs, 2))
        for (const record of messagesOf(scopeLogs, 2)) yield recordOf(record, resource, found);
    }
  } catch (cause) {
    if (isDomainError(cause) || cause instanceof TypeError) throw cause;
    throw notOtlp("The body is not complete, valid protobuf of an export of logs.", { cause });
  }
}

/** The messages of one field, one by one; all other fields are passed over. */
function* messagesOf(bytes: Uint8Array, field: number): Generator<Uint8Array> {
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.tag();
    if (tag === ((field << 3) | BYTES)) yield reader.bytes();
    else skip(reader, tag);
  }
}

function skip(reader: Reader, tag: number): void {
  reader.skipType(tag & 7, 0, tag >>> 3);
}

/** Reads the message that comes next, and not a byte beyond it. In place: a view of each took longer than its reading. */
function nested<Read>(reader: Reader, read: (reader: Reader) => Read): Read {
  const end = reader.size() + reader.pos;
  const outer = reader.len;
  if (end > outer) throw new RangeError("a message is longer than what holds it");
  reader.len = end;
  const message = read(reader);
  reader.len = outer;
  return message;
}

function resourceOf(resourceLogs: Uint8Array, found: Found): Attributes {
  const attributes = new Map<string, unknown>();
  for (const resource of messagesOf(resourceLogs, 1)) {
    const reader = protobuf.Reader.create(resource);
    while (reader.pos < reader.len) {
      const tag = reader.tag();
      if (tag === ITEM) attributes.set(...pairOf(reader, 0, found));
      else skip(reader, tag);
    }
  }
  return attributes;
}

const TIME = (1 << 3) | FIXED64;
const BODY = (5 << 3) | BYTES;
const ATTRIBUTE = (6 << 3) | BYTES;
const TRACE_ID = (9 << 3) | BYTES;
const SPAN_ID = (10 << 3) | BYTES;
const OBSERVED_TIME = (11 << 3) | FIXED64;
const EVENT_NAME = (12 << 3) | BYTES;

function recordOf(bytes: Uint8Array, resource: Attributes, ofResource: Found): LogRecord {
  const found = { ...ofResource };
  const attributes = new Map<string, unknown>();
  const record: LogRecord = {
    ...{ resource, attributes, body: null, event_name: "", is_replaced: false },
    ...{ time_unix_nano: "0", observed_time_unix_nano: "0", trace_id: null, span_id: null },
  };
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.tag();
    if (tag === ATTRIBUTE) attributes.set(...pairOf(reader, 0, found));
    else if (tag === TIME) record.time_unix_nano = digitsOf(reader.fixed64());
    else if (tag === BODY) record.body = plainValueOf(reader, 0, found);
    else if (tag === TRACE_ID) record.trace_id = traceIdOf(hexOf(reader.bytes()));
    else if (tag === SPAN_ID) record.span_id = spanIdOf(hexOf(reader.bytes()));
    else if (tag === OBSERVED_TIME) record.observed_time_unix_nano = digitsOf(reader.fixed64());
    else if (tag === EVENT_NAME) record.event_name = textOf(reader, found);
    else skip(reader, tag);
  }
  record.is_replaced = found.is_replaced;
  return record;
}

const KEY = (1 << 3) | BYTES;
const VALUE = (2 << 3) | BYTES;

function pairOf(outer: Reader, depth: number, found: Found): [string, unknown] {
  return nested(outer, (reader) => {
    let key = "";
    let value: unknown = null;
    while (reader.pos < reader.len) {
      const tag = reader.tag();
      if (tag === KEY) key = textOf(reader, found);
      else if (tag === VALUE) value = plainValueOf(reader, depth, found);
      else skip(reader, tag);
    }
    return [key, value];
  });
}

const TEXT = (1 << 3) | BYTES;
const FLAG = (2 << 3) | VARINT;
const INTEGER = (3 << 3) | VARINT;
const DOUBLE = (4 << 3) | FIXED64;
const LIST = (5 << 3) | BYTES;
const OBJECT = (6 << 3) | BYTES;
const BINARY = (7 << 3) | BYTES;

/** Of several kinds the last counts; none is null. */
function plainValueOf(outer: Reader, depth: number, found: Found): unknown {
  return nested(outer, (reader) => {
    if (depth > VALUE_DEPTH) return tooDeep(reader);
    let value: unknown = null;
    while (reader.pos < reader.len) {
      const tag = reader.tag();
      if (tag === TEXT) value = textOf(reader, found);
      else if (tag === FLAG) value = reader.bool();
      else if (tag === INTEGER) value = plainInteger(digitsOf(reader.int64()));
      else if (tag === DOUBLE) value = plainDouble(reader.double());
      else if (tag === LIST) value = itemsOf(reader, () => plainValueOf(reader, depth + 1, found));
      else if (tag === OBJECT) value = plainMembers(itemsOf(reader, () => pairOf(reader, depth + 1, found)));
      else if (tag === BINARY) value = Buffer.from(reader.bytes()).toString("base64");
      else skip(reader, tag);
    }
    return value;
  });
}

function tooDeep(reader: Reader): string {
  reader.pos = reader.len;
  return TOO_DEEP;
}

/** The values of a list, or the pairs of a kvlist: field 1 of either. */
function itemsOf<Item>(outer: Reader, read: () => Item): Item[] {
  return nested(outer, (reader) => {
    const items: Item[] = [];
    while (reader.pos < reader.len) {
      const tag = reader.tag();
      if (tag === ITEM) items.push(read());
      else skip(reader, tag);
    }
    return items;
  });
}

function textOf(reader: Reader, found: Found): string {
  const { pos } = reader;
  const text = reader.string();
  if (!text.includes("\u{FFFD}")) return text;
  reader.pos = pos;
  if (!isUtf8(reader.bytes())) found.is_replaced = true;
  return text;
}

/** `Long` writes its digits by dividing, which takes longer than the rest of a record. */
function digitsOf({ high, low, unsigned }: Long64): string {
  const bits = (BigInt(unsigned ? high >>> 0 : high) << 32n) | BigInt(low >>> 0);
  return bits.toString();
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
