import { expect, it } from "vitest";
import { readTrace } from "./read-trace";

it("reads the goroutine that failed, and the panic that was handled before", () => {
  const read = readTrace(`panic: first [recovered]
\tpanic: second

goroutine 7 [running]:
panic({0x45cb40?, 0x47ad70?})
\t/usr/local/go/src/runtime/panic.go:770 +0x132
github.com/shop/pay.(*Client).Send(0xc000012345, {0x1, 0x2})
\t/src/pay/client.go:33 +0x1f
created by main.main in goroutine 1
\t/src/main.go:20 +0x91

goroutine 1 [chan receive]:
main.main()
\t/src/main.go:22 +0x6f`);
  expect(read.map(({ type, message, relation }) => [type, message, relation])).toEqual([
    ["panic", "second", null],
    ["panic", "first", "context"],
  ]);
  expect(read[0]?.frames.map((frame) => [frame.function, frame.file, frame.line, frame.in_app])).toEqual([
    ["panic", "/usr/local/go/src/runtime/panic.go", 770, false],
    ["github.com/shop/pay.(*Client).Send", "/src/pay/client.go", 33, true],
    ["created by main.main", "/src/main.go", 20, true],
  ]);
});

it("reads an error that carries its stack", () => {
  const [exception] = readTrace(
    "dial: refused\nmain.run\n\t/src/main.go:12\nruntime.goexit\n\t/usr/local/go/src/runtime/asm.s:9",
  );
  expect(exception).toMatchObject({
    message: "dial: refused",
    frames: [{ function: "main.run", line: 12 }, { in_app: false }],
  });
});
