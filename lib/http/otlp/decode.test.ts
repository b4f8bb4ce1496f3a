import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, stringifyJson, withSortedKeys } from "@/domain/json";
import type { LogRecord } from "@/domain/otlp/log-record";
import { TOO_DEEP, TOO_MANY, VALUE_DEPTH } from "@/domain/otlp/plain-value";
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

  it("say of an object that it has too many members, and read on beside it", () => {
    const values = Array.from({ length: 10_001 }, (_, at) => ({ key: `k${at}`, value: { intValue: "1" } }));
    const sent = (count: number) =>
      exportOf([
        {
          attributes: [
            { key: "many", value: { kvlistValue: { values: values.slice(0, count) } } },
            { key: "a", value: { boolValue: true } },
          ],
        },
      ]);
    for (const count of [10_000, 10_001]) {
      const [json, protobuf] = [one(ofJson(sent(count))), one(ofProtobuf(encodeExport(sent(count))))];
      expect(written(protobuf)).toBe(written(json));
      expect(json.attributes.get("a")).toBe(true);
      expect(json.attributes.get("many") === TOO_MANY).toBe(count > 10_000);
    }
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
