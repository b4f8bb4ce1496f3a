import fc from "fast-check";
import protobuf from "protobufjs/minimal.js";
import { expect, test } from "vitest";
import type { LogRecord } from "@/domain/otlp/log-record";
import { anyValue, encodeExport, exportOf } from "@/tests/standards/otlp-message";
import { recordsOfProtobuf } from "./decode-protobuf";

const ofProtobuf = (bytes: Uint8Array) => [...recordsOfProtobuf(bytes)];
const one = ([record]: LogRecord[]): LogRecord => {
  if (record === undefined) throw new Error("no record");
  return record;
};
const refusalOf = (read: () => unknown) => {
  try {
    read();
  } catch (thrown) {
    return thrown as { code: string };
  }
  throw new Error("nothing was refused");
};

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
    expect(refusalOf(() => ofProtobuf(whole.subarray(0, length))).code, String(length)).toBe("body_not_otlp");
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
