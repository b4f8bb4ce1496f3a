import protobuf from "protobufjs";

/** The messages of OTLP's logs as their `.proto` files have them, to write what stock exporters do not. */
const PROTO = `syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3;
  double double_value = 4; ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7; } }
message ArrayValue { repeated AnyValue values = 1; }
message KeyValueList { repeated KeyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
message LogRecord { fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3;
  AnyValue body = 5; repeated KeyValue attributes = 6; uint32 dropped_attributes_count = 7; fixed32 flags = 8;
  bytes trace_id = 9; bytes span_id = 10; fixed64 observed_time_unix_nano = 11; string event_name = 12; }
message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
message ExportLogsServiceRequest { repeated ResourceLogs resource_logs = 1; }
message ExportLogsPartialSuccess { int64 rejected_log_records = 1; string error_message = 2; }
message ExportLogsServiceResponse { ExportLogsPartialSuccess partial_success = 1; }
message Status { int32 code = 1; string message = 2; }`;

// Others write values deeper than protobufjs does by itself.
Object.assign(protobuf.util, { recursionLimit: 1_000 });
const { root } = protobuf.parse(PROTO);
const typeOf = (name: string) => root.lookupType(name);

/** An `AnyValue` as JSON has it. */
export type AnyValue = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string | number;
  doubleValue?: number | string;
  arrayValue?: { values?: AnyValue[] };
  kvlistValue?: { values?: KeyValue[] };
  bytesValue?: string;
};
export type KeyValue = { key: string; value?: AnyValue };
export type JsonRecord = {
  timeUnixNano?: string | number;
  observedTimeUnixNano?: string | number;
  severityNumber?: number;
  severityText?: string;
  body?: AnyValue;
  attributes?: KeyValue[];
  flags?: number;
  traceId?: string;
  spanId?: string;
  eventName?: string;
};

/** An export of these records, of one resource. */
export function exportOf(records: readonly JsonRecord[], resource: readonly KeyValue[] = []) {
  return { resourceLogs: [{ resource: { attributes: resource }, scopeLogs: [{ logRecords: records }] }] };
}

/** A plain value as an `AnyValue`. */
export function anyValue(value: unknown): AnyValue {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value !== "object" || value === null) return {};
  return { kvlistValue: { values: pairsOf(value) } };
}

export const pairsOf = (object: object): KeyValue[] =>
  Object.entries(object).map(([key, value]) => ({ key, value: anyValue(value) }));

/** The same export in protobuf: ids are hex in JSON, and bytes here. */
export function encodeExport(sent: ReturnType<typeof exportOf>): Uint8Array {
  const type = typeOf("ExportLogsServiceRequest");
  const resourceLogs = sent.resourceLogs.map(({ resource, scopeLogs }) => ({
    resource,
    scopeLogs: scopeLogs.map(({ logRecords }) => ({ logRecords: logRecords.map(withBytes) })),
  }));
  return type.encode(type.fromObject({ resourceLogs })).finish();
}

function withBytes({ traceId, spanId, ...record }: JsonRecord) {
  return {
    ...record,
    ...(traceId === undefined ? {} : { traceId: Buffer.from(traceId, "hex") }),
    ...(spanId === undefined ? {} : { spanId: Buffer.from(spanId, "hex") }),
  };
}

/** What a door answered in protobuf, as JSON has it. */
export function decodeAnswer(
  name: "ExportLogsServiceResponse" | "Status",
  bytes: Uint8Array,
): Record<string, unknown> {
  const type = typeOf(name);
  return type.toObject(type.decode(bytes), { longs: String });
}
