import { describe, expect, it } from "vitest";
import { readTrace } from "./read-trace";

describe("Node and V8", () => {
  it("reads a message of several lines, awaited frames and paths with parentheses", () => {
    const [exception] = readTrace(`Error: save failed
second line
    at async Store.save [as put] (/app/src/(shop)/store.ts:31:43)
    at /app/node_modules/fastify/lib/handle.js:138:7
    at new Promise (<anonymous>)
    at eval (eval at run (/app/src/run.js:3:1), <anonymous>:9:9)`);
    expect(exception).toMatchObject({ type: "Error", message: "save failed\nsecond line" });
    expect(exception?.frames.map((frame) => [frame.function, frame.file, frame.line, frame.in_app])).toEqual([
      ["async Store.save [as put]", "/app/src/(shop)/store.ts", 31, true],
      [null, "/app/node_modules/fastify/lib/handle.js", 138, false],
      ["new Promise", "<anonymous>", null, false],
      ["eval", "/app/src/run.js", 3, true],
    ]);
  });

  it("follows causes and the members of an aggregate, not their properties", () => {
    const read = readTrace(`AggregateError: many
    at main (/app/a.js:4:71) {
  [errors]: [
    TypeError: a
        at one (/app/a.js:1:2),
    RangeError: b
    of two lines
        at two (/app/a.js:2:3)
        ... 5 lines matching cause stack trace ... {
      code: '23505',
      [cause]: PgError: duplicate
          at low (/app/pg.js:3:4) {
        [cause]: [SocketError]
      }
    }
  ]
}`);
    expect(read.map(({ type, message, relation }) => [type, message, relation])).toEqual([
      ["AggregateError", "many", null],
      ["TypeError", "a", "group"],
      ["RangeError", "b\nof two lines", "group"],
      ["PgError", "duplicate", "cause"],
      ["SocketError", null, "cause"],
    ]);
  });

  it("gives the source line Node shows to the frame it belongs to", () => {
    const [exception] = readTrace(`/app/a.js:3
  throw new RangeError("far");
  ^

RangeError: far
    at far (/app/a.js:3:9)

Node.js v20.20.2`);
    expect(exception?.frames[0]).toMatchObject({ line: 3, code: 'throw new RangeError("far");' });
  });

  it("says where a thrown value came from that is no error", () => {
    const read = readTrace("/app/a.js:26\nthrow undefined;\n^\nundefined\n(Use `node --trace-uncaught ...`)");
    expect(read).toMatchObject([
      {
        type: null,
        message: "undefined",
        frames: [{ file: "/app/a.js", line: 26, code: "throw undefined;" }],
      },
    ]);
  });

  it("stops where another trace begins", () => {
    const read = readTrace("Error: a\n    at x (/a.js:1:1)\nError: b\n    at y (/b.js:1:1)");
    expect(read).toMatchObject([{ message: "a", frames: [{ function: "x" }] }]);
  });
});

describe("browsers", () => {
  it("reads Firefox, also what eval ran, and Safari without a head", () => {
    const [firefox] = readTrace(`foo@https://shop.example/assets/app.js:41:13
bar/<@https://shop.example/assets/app.js line 5 > eval:1:1
@https://shop.example/:23:1`);
    expect(firefox?.frames.map((frame) => [frame.function, frame.line, frame.column])).toEqual([
      ["foo", 41, 13],
      ["bar/<", 1, 1],
      [null, 23, 1],
    ]);
    const [safari] = readTrace("TypeError: null is not an object\nfoo@index.ios.bundle:12:19\n[native code]");
    expect(safari).toMatchObject({
      type: "TypeError",
      frames: [
        { file: "index.ios.bundle", in_app: true },
        { file: "[native code]", in_app: false },
      ],
    });
  });

  it("takes no address in a sentence for a frame", () => {
    expect(readTrace("mail ada@example.com:25 about it")).toEqual([]);
  });
});
