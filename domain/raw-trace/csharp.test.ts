import { expect, it } from "vitest";
import { readTrace } from "./read-trace";

it("gives each inner exception its own frames, though they are printed before the outer's", () => {
  const read = readTrace(`Unhandled exception. Shop.PayException: not paid
 ---> System.IO.IOException (0x80131620): broken
 ---> System.TimeoutException: late
   at Shop.Http.Send(String url) in C:\\src\\Http.cs:line 7
   --- End of inner exception stack trace ---
   at System.IO.Stream.Read(Byte[] buffer, Int32 offset)
--- End of stack trace from previous location ---
   at Shop.Pay.Read()
   --- End of inner exception stack trace ---
   at Shop.Pay.Run[T](T order) in /src/Pay.cs:line 12`);
  expect(read.map(({ type, message, relation }) => [type, message, relation])).toEqual([
    ["Shop.PayException", "not paid", null],
    ["System.IO.IOException", "broken", "cause"],
    ["System.TimeoutException", "late", "cause"],
  ]);
  expect(read.map(({ frames }) => frames.map((frame) => [frame.function, frame.line, frame.in_app]))).toEqual(
    [
      [["Shop.Pay.Run[T]", 12, true]],
      [
        ["System.IO.Stream.Read", null, false],
        ["Shop.Pay.Read", null, true],
      ],
      [["Shop.Http.Send", 7, true]],
    ],
  );
  expect(read[2]?.frames[0]?.file).toBe("C:\\src\\Http.cs");
});

it("reads the members of an aggregate as a group", () => {
  const read = readTrace(`System.AggregateException: One or more errors occurred. (a) (b)
 ---> System.Exception: a
   at Shop.A.Run() in /src/A.cs:line 1
   --- End of inner exception stack trace ---
   at Shop.All.Run() in /src/All.cs:line 2
 ---> (Inner Exception #1) System.Exception: b
   at Shop.B.Run() in /src/B.cs:line 3<---
`);
  expect(read.map(({ message, relation, frames }) => [message, relation, frames[0]?.line])).toEqual([
    ["One or more errors occurred. (a) (b)", null, 2],
    ["a", "cause", 1],
    ["b", "group", 3],
  ]);
});
