import { describe, expect, it } from "vitest";
import { readTrace } from "./read-trace";

const FRAME = '  File "/srv/app/pay.py", line 7, in pay\n    charge(order)';

describe("Python", () => {
  it("puts the newest frame first, with its source line, and tells packages from the application", () => {
    const [exception] = readTrace(`Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/sqlalchemy/engine.py", line 1535, in execute
    return fn(self)
           ^^^^^^^^
  File "/srv/app/pay.py", line 7, in pay
    charge(order)
sqlalchemy.exc.OperationalError: server closed the connection
\tunexpectedly

[SQL: select 1]`);
    expect(exception).toEqual({
      type: "OperationalError",
      module: "sqlalchemy.exc",
      message: "server closed the connection\nunexpectedly\n\n[SQL: select 1]",
      relation: null,
      frames: [
        {
          file: "/srv/app/pay.py",
          line: 7,
          column: null,
          function: "pay",
          code: "charge(order)",
          in_app: true,
        },
        expect.objectContaining({ line: 1535, code: "return fn(self)", in_app: false }),
      ],
    });
  });

  it("turns a chain around: what was raised last comes first", () => {
    const read = readTrace(`Traceback (most recent call last):
${FRAME}
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
${FRAME}
ValueError: b

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
${FRAME}
app.Late`);
    expect(read.map(({ type, message, relation }) => [type, message, relation])).toEqual([
      ["Late", null, null],
      ["ValueError", "b", "cause"],
      ["KeyError", "'a'", "context"],
    ]);
  });

  it("reads groups within groups", () => {
    const read = readTrace(`  + Exception Group Traceback (most recent call last):
  |   File "/srv/app/a.py", line 1, in main
  |     raise many
  | ExceptionGroup: outer (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Exception Group Traceback (most recent call last):
    |   File "/srv/app/a.py", line 2, in part
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | Traceback (most recent call last):
      |   File "/srv/app/a.py", line 3, in deep
      | KeyError: 'deep'
      +------------------------------------
    +---------------- 2 ----------------
    | ValueError: second
    +------------------------------------`);
    expect(read.map(({ type, relation, frames }) => [type, relation, frames[0]?.line])).toEqual([
      ["ExceptionGroup", null, 1],
      ["ExceptionGroup", "group", 2],
      ["KeyError", "group", 3],
      ["ValueError", "group", undefined],
    ]);
    expect(read[0]?.message).toBe("outer (2 sub-exceptions)");
  });

  it("keeps a table in a message, and what a log announces after it out", () => {
    const read = readTrace(`2026-11-02 ERROR Traceback (most recent call last):
${FRAME}
ValueError: | a | b |
| 1 | 2 |
Trying again:
Traceback (most recent call last):
${FRAME}
ValueError: other`);
    expect(read.map(({ message }) => message)).toEqual(["| a | b |\n| 1 | 2 |"]);
  });

  it("says where recursion was cut short", () => {
    const [exception] = readTrace(`Traceback (most recent call last):
  File "a.py", line 3, in f
    f()
  [Previous line repeated 992 more times]
RecursionError: maximum recursion depth exceeded`);
    expect(exception?.frames.map((frame) => frame.function)).toEqual([
      "… the line below repeated 992 more times …",
      "f",
    ]);
  });

  it("reads what rich draws in a box and loguru around the values", () => {
    const [boxed] = readTrace(`╭───────────── Traceback (most recent call last) ─────────────╮
│ /srv/app/a.py:12 in <module>                                │
│                                                             │
│   11 def run():                                             │
│ ❱ 12     divide(0)                                          │
╰─────────────────────────────────────────────────────────────╯
ZeroDivisionError: division by zero`);
    expect(boxed).toMatchObject({
      type: "ZeroDivisionError",
      frames: [{ file: "/srv/app/a.py", line: 12, function: "<module>", code: "divide(0)" }],
    });
    const [drawn] = readTrace(`\u001b[33m\u001b[1mTraceback (most recent call last):\u001b[0m

> File "\u001b[32m/srv/app/\u001b[0m\u001b[32m\u001b[1ma.py\u001b[0m", line \u001b[33m14\u001b[0m, in \u001b[35mrun\u001b[0m
    \u001b[1mdivide\u001b[0m(0)
    \u001b[36m│      └ 0\u001b[0m
    \u001b[36m└ <function divide at 0xDEADBEEF>\u001b[0m

\u001b[31m\u001b[1mZeroDivisionError\u001b[0m:\u001b[1m division by zero\u001b[0m`);
    expect(drawn).toMatchObject({
      type: "ZeroDivisionError",
      message: "division by zero",
      frames: [{ file: "/srv/app/a.py", line: 14, function: "run", code: "divide(0)" }],
    });
  });
});
