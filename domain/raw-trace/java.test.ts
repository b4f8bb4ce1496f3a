import { expect, it } from "vitest";
import { readTrace } from "./read-trace";

it("reads causes, what was suppressed and what was left out", () => {
  const read = readTrace(`Exception in thread "main" com.shop.PayException: not paid
\tat com.shop.Pay.run(Pay.java:12)
\tat java.base/java.lang.Thread.run(Thread.java:748)
\tSuppressed: java.io.IOException: stream closed
\t\tat com.shop.Pay.close(Pay.java:40)
Caused by: java.net.SocketTimeoutException: Read timed out
of a second line
\tat java.base/sun.nio.ch.NioSocketImpl.read(Native Method) ~[na:na]
\tat com.shop.Http$Call.lambda$send$0(Http.kt:7) [classes/:na]
\t... 12 common frames omitted`);
  expect(read.map(({ module, type, message, relation }) => [module, type, message, relation])).toEqual([
    ["com.shop", "PayException", "not paid", null],
    ["java.io", "IOException", "stream closed", "context"],
    ["java.net", "SocketTimeoutException", "Read timed out\nof a second line", "cause"],
  ]);
  expect(read[0]?.frames).toMatchObject([
    { file: "Pay.java", line: 12, function: "com.shop.Pay.run", in_app: true },
    { function: "java.lang.Thread.run", in_app: false },
  ]);
  expect(read[2]?.frames).toMatchObject([
    { file: "Native Method", line: null, in_app: false },
    { file: "Http.kt", line: 7, function: "com.shop.Http$Call.lambda$send$0", in_app: true },
    { function: "… 12 more …", in_app: null },
  ]);
});

it("finds the exception behind the words of a log", () => {
  const [exception] = readTrace(
    "12:00 ERROR [main] c.s.Pay - failed: java.lang.IllegalStateException: no\n\tat com.shop.Pay.run(Pay.java:12)",
  );
  expect(exception).toMatchObject({ module: "java.lang", type: "IllegalStateException", message: "no" });
});
