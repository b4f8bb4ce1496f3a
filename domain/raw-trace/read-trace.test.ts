import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { readTrace } from "./read-trace";

describe("readTrace", () => {
  it("reads a name alone, and nothing from words that name no error", () => {
    expect(readTrace("\nAssertionError\n")).toMatchObject([
      { type: "AssertionError", message: null, frames: [] },
    ]);
    expect(readTrace("It sounds tympanic: a word which means like a drum.")).toEqual([]);
    expect(readTrace("")).toEqual([]);
  });

  it("takes the family whose line comes first, unless the language says another", () => {
    const text = `Traceback (most recent call last):
  File "/srv/app/a.py", line 1, in run
py4j.protocol.Py4JJavaError: java.lang.RuntimeException: no
\tat com.shop.Pay.run(Pay.java:12)`;
    expect(readTrace(text)[0]?.type).toBe("Py4JJavaError");
    expect(readTrace(text, "Java")[0]?.frames[0]?.file).toBe("Pay.java");
    expect(readTrace(text, "COBOL")[0]?.type).toBe("Py4JJavaError");
  });

  it("unfolds text whose line ends were escaped once too often", () => {
    expect(readTrace("TypeError: no\\n    at f (/app/a.js:1:2)")).toMatchObject([
      { type: "TypeError", message: "no", frames: [{ line: 1, column: 2 }] },
    ]);
  });

  it("reads at most 1,000 frames and 100 exceptions, from both ends of the text", () => {
    const frames = Array.from({ length: 50_000 }, (_, line) => `    at f (/app/a.js:${line + 1}:1)`);
    const [exception] = readTrace(["Error: deep", ...frames].join("\n"));
    expect(exception?.frames).toHaveLength(1000);
    const python = Array.from({ length: 50_000 }, (_, line) => `  File "a.py", line ${line + 1}, in f`);
    const text = ["Traceback (most recent call last):", ...python, "RecursionError: deep"].join("\n");
    const [recursion] = readTrace(text);
    expect([recursion?.type, recursion?.frames[0]?.line]).toEqual(["RecursionError", 50_000]);
    const causes = Array.from({ length: 500 }, () => "Caused by: a.B: c\n\tat a.B.c(B.java:1)");
    expect(readTrace(`a.B: c\n\tat a.B.c(B.java:1)\n${causes.join("\n")}`)).toHaveLength(100);
  });

  it("never throws, whatever the text", () => {
    const parts = [
      ...[
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in f',
        "  + Exception Group Traceback",
      ],
      ...[
        "  +-+---------------- 1 ----------------",
        "    | ValueError: 0",
        "    +------",
        "  | x",
        "|",
        "│ a.py:1 in f",
      ],
      ...[
        "The above exception was the direct cause of the following exception:",
        "╭─ Traceback (most recent call last) ─╮",
      ],
      ...[
        "    at f (a.js:1:2) {",
        "  [errors]: [",
        "  [cause]: TypeError: x",
        "}",
        "a.js:1",
        "^",
        "Error: x",
        "at",
        "at ",
      ],
      ...[
        "\tat a.B.c(B.java:1)",
        "Caused by: ",
        "... 2 more",
        "goroutine 1 [running]:",
        "main.main()",
        "\t/a.go:1 +0x1",
      ],
      ...[
        "panic: ",
        "a.rb:1:in `x': m (E)",
        "\t1: from a.rb:1:in `x'",
        "from ",
        ":in `'",
        " ---> ",
        "<---",
        "x@a.js:1:2",
        "@:1",
      ],
      ...[
        "   --- End of inner exception stack trace ---",
        "   at A.B() in c:/x.cs:line 1",
        "at A.B()",
        "#0 {main}",
      ],
      ...[
        "#0 a.php(1): f()",
        "Next E: m in a:1",
        "Stack trace:",
        "#0      f (file:///a.dart:1:2)",
        "\u001b[31m",
        "",
        "  ",
      ],
    ];
    const line = fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "binary" }));
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));
    const language = fc.constantFrom(
      null,
      "python",
      "node",
      "java",
      "go",
      "ruby",
      "csharp",
      "php",
      "dart",
      "js",
    );
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), language, (raw, hint) => {
        for (const exception of readTrace(raw, hint)) expect(Array.isArray(exception.frames)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes time in proportion to hostile text", () => {
    const pieces = [
      ...[
        "(",
        ")",
        " ",
        "\t",
        ":1",
        ":",
        "a.",
        "at ",
        "\u001b[0",
        "\u001b]",
        "@",
        "()",
        "(1",
        " in ",
        "a::",
        "Error ",
        "] ",
      ],
      ...[
        "1:",
        "'",
        '"',
        "\\",
        "--->",
        " ---> ",
        "\\n",
        "A",
        "A.B: ",
        "[",
        "{",
        "| ",
        "^",
        'File "',
        "a:in `",
        "-",
        "│",
      ],
    ];
    for (const lead of [
      "",
      "at ",
      "    at a.b(",
      "#0 ",
      '  File "',
      "goroutine 1 [",
      "a@",
      "panic: ",
      "\t",
    ]) {
      for (const piece of pieces) {
        const take = (length: number) => {
          const line = (lead + piece.repeat(length)).slice(0, length);
          readTrace(Array.from({ length: 150 }, () => line).join("\n"));
        };
        expectInProportion(take, 3_000, JSON.stringify(lead + piece));
      }
    }
  });
});
