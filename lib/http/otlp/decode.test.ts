import fc from "fast-check";
import protobuf from "protobufjs/minimal.js";
import { describe, expect, it, test } from "vitest";
import { parseJson, stringifyJson, withSortedKeys } from "@/domain/json";
import type { LogRecord } from "@/domain/otlp/log-record";
import { TOO_DEEP, VALUE_DEPTH } from "@/domain/otlp/plain-value";
import {
  type AnyValue,
  anyValue,
  encodeExport,
  exportOf,
  type JsonRecord,
  type KeyValue,
} from "@/tests/standards/otlp-message";
import { recordsOfJson } from "./decode-json";
import { recordsOfProtobuf } from "./decode-protobuf";

const ofJson = (sent: unknown) => [...recordsOfJson(parseJson(JSON.stringify(sent)), false)];
const ofProtobuf = (bytes: Uint8Array) => [...recordsOfProtobuf(bytes)];
const one = ([record]: LogRecord[]): LogRecord => {
  if (record === undefined) throw new Error("no record");
  return record;
};
/** As text, so that carried numbers and the order of attributes are compared too. */
const written = ({ resource, attributes, ...record }: LogRecord) =>
  stringifyJson(withSortedKeys({ ...record, resource: [...resource], attributes: [...attributes] }));
const valueInJson = (value: unknown) =>
  one(ofJson(exportOf([{ attributes: [{ key: "a", value: value as AnyValue }] }]))).attributes.get("a");
const refusalOf = (read: () => unknown) => {
  try {
    read();
  } catch (thrown) {
    return thrown as { code: string; field?: string; message: string };
  }
  throw new Error("nothing was refused");
};

describe("JSON and protobuf", () => {
  const name = fc.oneof(fc.constantFrom("__proto__", "constructor", "", "a"), fc.string({ maxLength: 8 }));
  const wellFormed = fc.string({ unit: "grapheme", maxLength: 12 });
  const { value } = fc.letrec<{ value: AnyValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant({}),
      wellFormed.map((stringValue) => ({ stringValue })),
      fc.boolean().map((boolValue) => ({ boolValue })),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => ({ intValue: String(int) })),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
      fc.uint8Array({ maxLength: 9 }).map((b) => ({ bytesValue: Buffer.from(b).toString("base64") })),
      fc.array(tie("value"), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
      fc
        .array(fc.record({ key: name, value: tie("value") }), { maxLength: 3 })
        .map((values) => ({ kvlistValue: { values } })),
    ),
  }));
  const pairs: fc.Arbitrary<KeyValue[]> = fc.array(fc.record({ key: name, value }), { maxLength: 5 });
  const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
  const hex = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((b) => Buffer.from(b).toString("hex"));
  const record: fc.Arbitrary<JsonRecord> = fc.record(
    {
      ...{ timeUnixNano: nanos, observedTimeUnixNano: nanos, severityNumber: fc.nat({ max: 24 }) },
      ...{ severityText: wellFormed, body: value, attributes: pairs, flags: fc.nat() },
      ...{ traceId: hex(16), spanId: hex(8), eventName: wellFormed },
    },
    { requiredKeys: [] },
  );

  it("say the same of any record", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 3 }), pairs, (records, resource) => {
        const sent = exportOf(records, resource);
        expect(ofProtobuf(encodeExport(sent)).map(written)).toEqual(ofJson(sent).map(written));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("name the doubles that are no numbers", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const sent = exportOf([{ body: { doubleValue: value } }]);
      expect(one(ofProtobuf(encodeExport(sent))).body).toBe(String(value));
      expect(valueInJson({ doubleValue: String(value) })).toBe(String(value));
    }
  });

  it("stop at the same depth, and read on beside it", () => {
    let deep: unknown = "end";
    for (let level = 0; level < VALUE_DEPTH + 40; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    const attributes = [
      { key: "deep", value: anyValue(deep) },
      { key: "next", value: anyValue(1) },
    ];
    const sent = exportOf([{ attributes }]);
    const [json, proto] = [one(ofJson(sent)), one(ofProtobuf(encodeExport(sent)))];
    expect(written(proto)).toBe(written(json));
    expect(written(json)).toContain(TOO_DEEP);
    expect(json.attributes.get("next")).toBe(1);
  });

  it("take the last of two attributes of one name, and no name at all", () => {
    const attributes = [1, 2].map((value) => ({ key: "a", value: anyValue(value) }));
    const sent = exportOf([{ attributes: [...attributes, { key: "" }] }]);
    for (const { attributes } of [one(ofJson(sent)), one(ofProtobuf(encodeExport(sent)))])
      expect([...attributes]).toEqual([
        ["a", 2],
        ["", null],
      ]);
  });
});

describe("JSON", () => {
  it.each([
    [{ intValue: "9007199254740993" }, "9007199254740993"],
    [{ intValue: 5 }, "5"],
    [{ intValue: "-0" }, "0"],
    [{ intValue: "007" }, "7"],
    [{ doubleValue: 1 }, "1"],
    [{ doubleValue: "1.50" }, "1.5"],
    [{ doubleValue: null }, "null"],
    [{ bytesValue: "-_8" }, '"+/8="'],
    [{}, "null"],
    [null, "null"],
    [{ someNewKind: 1 }, "null"],
    [{ arrayValue: {} }, "[]"],
    [{ kvlistValue: {} }, "{}"],
  ])("%o is %s", (sent, json) => expect(stringifyJson(valueInJson(sent))).toBe(json));

  it("keeps an integer that is written as a number beyond a double", () => {
    const text = JSON.stringify(exportOf([{ body: { intValue: 1 } }])).replace(
      '"intValue":1',
      '"intValue":9007199254740993',
    );
    expect(String(one([...recordsOfJson(parseJson(text), false)]).body)).toBe("9007199254740993");
  });

  it.each([
    ["0AF7651916CD43DD8448EB211C80319C", "0af7651916cd43dd8448eb211c80319c"],
    ["0".repeat(32), null],
    ["0af7", null],
    ["g".repeat(32), null],
    ["", null],
  ])("reads the id %s as %s", (traceId, id) => {
    expect(one(ofJson(exportOf([{ traceId }]))).trace_id).toBe(id);
  });

  it.each([
    [[], "the body"],
    [1, "the body"],
    [{ resourceLogs: {} }, "resourceLogs"],
    [{ resourceLogs: [1] }, "resourceLogs[0].resource"],
    [{ resourceLogs: [{ resource: [] }] }, "resourceLogs[0].resource"],
    [{ resourceLogs: [{ scopeLogs: [null] }] }, "resourceLogs[0].scopeLogs[0].scope"],
    [exportOf([null as never]), "resourceLogs[0].scopeLogs[0].logRecords[0].record"],
    [exportOf([{}, { timeUnixNano: "soon" }]), "resourceLogs[0].scopeLogs[0].logRecords[1].timeUnixNano"],
    [exportOf([{ timeUnixNano: -1 }]), "resourceLogs[0].scopeLogs[0].logRecords[0].timeUnixNano"],
    [exportOf([{ timeUnixNano: "18446744073709551616" }]), /timeUnixNano$/],
    [exportOf([{ traceId: 7 as never }]), /traceId$/],
    [exportOf([{ eventName: {} as never }]), /eventName$/],
    [exportOf([{ attributes: {} as never }]), /attributes$/],
    [exportOf([{ attributes: ["a"] as never }]), /attributes$/],
    [exportOf([{ attributes: [{ key: 1 } as never] }]), /key$/],
    [exportOf([{ body: "plain" as never }]), /value$/],
    [exportOf([{ body: { stringValue: 1 } as never }]), /stringValue$/],
    [exportOf([{ body: { boolValue: "true" } as never }]), /boolValue$/],
    [exportOf([{ body: { intValue: 1.5 } }]), /intValue$/],
    [exportOf([{ body: { intValue: "0x1" } }]), /intValue$/],
    [exportOf([{ body: { doubleValue: "many" } }]), /doubleValue$/],
    [exportOf([{ body: { arrayValue: { values: 1 } } as never }]), /values$/],
  ])("refuses %j and says where", (sent, field) => {
    const refusal = refusalOf(() => ofJson(sent));
    expect(refusal.code).toBe("body_not_otlp");
    expect(refusal.field).toMatch(
      field instanceof RegExp ? field : new RegExp(`^${field.replace(/[[\]]/g, "\\$&")}$`),
    );
    expect(refusal.message).toContain(`${refusal.field} must be `);
  });
});

describe("protobuf", () => {
  const bytes = (...parts: (number | Uint8Array)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : part)));
  const field = (number: number, content: Uint8Array) =>
    bytes(
      protobuf.Writer.create()
        .uint32((number << 3) | 2)
        .bytes(content)
        .finish(),
    );
  const exported = (record: Uint8Array) => field(1, field(2, field(2, record)));
  const varint = (length: number) => Buffer.from([...Array(length - 1).fill(0x80), 0x01]);

  test("no bytes are an export of nothing", () => expect(ofProtobuf(new Uint8Array())).toEqual([]));

  test("of a view into a larger buffer only the view is read", () => {
    const whole = encodeExport(exportOf([{ eventName: "e" }]));
    const view = bytes(0xff, whole, 0xff).subarray(1, -1);
    expect(one(ofProtobuf(view)).event_name).toBe("e");
  });

  test.each([
    ["fields nobody knows", bytes(0x78, 1, field(100, Buffer.from("x")), 0x75, 1, 2, 3, 4)],
    ["fields written in another way", bytes(0x08, 1, 0x28, 1, 0x60, 1, field(1, Buffer.from("x")))],
    ["groups", bytes(0x7b, 0x08, 1, 0x13, 0x14, 0x7c)],
  ])("passes over %s", (_, odd) => {
    const record = one(ofProtobuf(exported(bytes(odd, field(12, Buffer.from("e"))))));
    expect(record).toMatchObject({ event_name: "e", time_unix_nano: "0", body: null });
  });

  test.each([
    ["a varint of eleven bytes", exported(field(5, bytes(0x18, varint(11))))],
    ["a length beyond the end", exported(bytes(0x62, 0x05, 0x61))],
    ["a tag without its value", exported(bytes(0x09, 1, 2))],
    ["field number zero", exported(bytes(0x00, 0x01))],
    ["a group without an end", exported(bytes(0x7b, 0x08, 1))],
    ["an end without its group", exported(bytes(0x7c))],
    ["an unknown way of writing", exported(bytes(0x7f, 1))],
    ["groups in groups without end", exported(Buffer.alloc(5_000, 0x7b))],
    ["JSON", Buffer.from('{"resourceLogs":[]}')],
  ])("refuses %s", (_, body) => {
    expect(refusalOf(() => ofProtobuf(body)).code).toBe("body_not_otlp");
  });

  test("an export cut anywhere is refused, or holds what came before", () => {
    const whole = encodeExport(exportOf([{ eventName: "tool_error", body: anyValue({ a: [1, "x"] }) }]));
    for (let length = 1; length < whole.length; length += 1)
      expect(refusalOf(() => ofProtobuf(whole.subarray(0, length))).code, String(length)).toBe(
        "body_not_otlp",
      );
  });

  test("bytes that are no UTF-8 are replaced, and said to be", () => {
    const bad = one(ofProtobuf(exported(field(12, Buffer.from([0x61, 0xff])))));
    expect(bad).toMatchObject({ event_name: "a\u{FFFD}", is_replaced: true });
    const meant = one(ofProtobuf(exported(field(12, Buffer.from("a\u{FFFD}")))));
    expect(meant).toMatchObject({ event_name: "a\u{FFFD}", is_replaced: false });
  });

  test("no bytes are a failure of ours", () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.uint8Array({ maxLength: 40 }).map(exported),
      fc.uint8Array({ maxLength: 40 }).map((content) => exported(field(5, content))),
      fc.uint8Array({ maxLength: 40 }).map((content) => exported(field(6, content))),
    );
    fc.assert(
      fc.property(noise, (body) => {
        try {
          ofProtobuf(body);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: "body_not_otlp" });
        }
      }),
      { numRuns: 1_000, seed: 11 },
    );
  });
});
