import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../fingerprint";
import { guessInApp } from "./in-app";
import { readTrace } from "./read-trace";

/** Type, message, and the frames as `function file:line`. */
function readOf(text: string) {
  return readTrace(text).map(({ type, message, frames }) => [
    ...[type, message],
    frames.map((frame) => `${frame.function} ${frame.file}:${frame.line}`),
  ]);
}

describe("traces of other kinds", () => {
  it.each([
    ["bei", "in", "Zeile", "."],
    ["à", "dans", "ligne", ""],
    ["en", "en", "línea", ""],
    ["in", "in", "riga", ""],
    ["em", "na", "linha", ""],
    ["в", "в", "строка", ""],
    ["w", "w", "wiersz", ""],
    ["場所", "場所", "行", ""],
    ["在", "位置", "行号", ""],
  ])(".NET says `%s … %s …:%s`", (at, place, line, end) => {
    const text = `System.InvalidOperationException: No ---> Shop.DeclinedException: declined
   ${at} Shop.Pay.Charge(Order order, Int32 n) ${place} C:\\my src\\Pay.cs:${line} 12${end}
   --- Ende der internen Ausnahmestapelüberwachung ---
   ${at} System.Threading.Tasks.Task.Wait()
   ${at} Shop.Main.Run() ${place} C:\\my src\\Main.cs:${line} 4${end}`;
    expect(readOf(text)).toEqual([
      [
        ...["System.InvalidOperationException", "No"],
        ["System.Threading.Tasks.Task.Wait null:null", "Shop.Main.Run C:\\my src\\Main.cs:4"],
      ],
      ["Shop.DeclinedException", "declined", ["Shop.Pay.Charge C:\\my src\\Pay.cs:12"]],
    ]);
  });

  it("a sentence that begins as another language's frame is none", () => {
    expect(readTrace("Fehler: es ging schief\nbei Shop.Pay.Charge(x) lag es an 12.")).toEqual([]);
  });

  it("Java's hidden classes have an address behind a slash, modules and loaders their name before one", () => {
    const text = `com.shop.Declined: no
\tat app//com.shop.Pay.charge(Pay.java:12)
\tat java.base@17.0.1/java.util.ArrayList.forEach(ArrayList.java:1511)
\tat com.shop.Main$$Lambda$14/0x0000000800c03000.accept(Unknown Source)
\tat java.base/java.lang.invoke.LambdaForms$MH/0x00007f1.invoke(LambdaForms$MH)`;
    expect(readOf(text)[0]?.[2]).toEqual([
      "com.shop.Pay.charge Pay.java:12",
      "java.util.ArrayList.forEach ArrayList.java:1511",
      "com.shop.Main$$Lambda$14/0x0000000800c03000.accept Unknown Source:null",
      "java.lang.invoke.LambdaForms$MH/0x00007f1.invoke LambdaForms$MH:null",
    ]);
  });

  it("an object of Dart that says nothing of itself is what it is an instance of", () => {
    const frame = "#0      main (file:///srv/shop/pay.dart:15:20)";
    for (const name of ["DeclinedError", "DeclinedError<int>"])
      expect(readOf(`Unhandled exception:\nInstance of '${name}'\n${frame}`)).toEqual([
        ["DeclinedError", `Instance of '${name}'`, ["main file:///srv/shop/pay.dart:15"]],
      ]);
  });

  it("Deno says `error:` before the name", () => {
    const text = "error: Uncaught (in promise) TypeError: no\n    at charge (file:///srv/shop/pay.ts:3:9)";
    expect(readOf(text)).toEqual([["TypeError", "no", ["charge file:///srv/shop/pay.ts:3"]]]);
  });

  it("a log goes on below a trace of Python, and its next record is no part of the message", () => {
    const trace = 'Traceback (most recent call last):\n  File "/srv/pay.py", line 3, in charge\n    go()';
    const logged = "2026-11-29 10:00:01,000 INFO went on\nand on";
    for (const message of [": declined", ""])
      expect(readOf(`${trace}\nshop.Declined${message}\n${logged}`)).toEqual([
        ["Declined", message === "" ? null : "declined", ["charge /srv/pay.py:3"]],
      ]);
    expect(readOf(`${trace}\nshop.Declined: not\n2026, it was`)[0]?.[1]).toBe("not\n2026, it was");
  });

  it.each([
    [
      "as it is now",
      "Cell In[3], line 1\n----> 1 charge(0)\n\nFile ~/shop/pay.py:7, in charge(n)\n      5 def charge(n):\n      6     x\n----> 7     return 1 / n",
      "<module> Cell In[3]:1",
    ],
    [
      "as it was",
      "<ipython-input-3-9fd2> in <module>\n----> 1 charge(0)\n\n~/shop/pay.py in charge(n)\n      5 def charge(n):\n----> 7     return 1 / n",
      "<module> <ipython-input-3-9fd2>:1",
    ],
  ])("a notebook's trace, %s", (_, frames, cell) => {
    const rule = "-".repeat(75);
    const text = `${rule}\nZeroDivisionError      Traceback (most recent call last)\n${frames}\n\nZeroDivisionError: division by zero`;
    expect(readOf(text)).toEqual([
      ["ZeroDivisionError", "division by zero", ["charge ~/shop/pay.py:7", cell]],
    ]);
    expect(readTrace(text)[0]?.frames[0]?.code).toBe("return 1 / n");
  });

  it("compose says before every line which service said it", () => {
    const lines = [
      "Traceback (most recent call last):",
      '  File "/srv/pay.py", line 3, in charge',
      "Declined: no",
    ];
    const text = lines.map((line) => `app-1  | ${line}`).join("\n");
    expect(readOf(text)).toEqual([["Declined", "no", ["charge /srv/pay.py:3"]]]);
  });

  it("Hermes says where in compiled code, and .NET compiled ahead how far into a method", () => {
    const hermes =
      "TypeError: no\n    at charge (address at index.android.bundle:1:2345)\n    at apply (native)";
    expect(readOf(hermes)[0]?.[2]).toEqual(["charge index.android.bundle:1", "apply native:null"]);
    const ahead = "System.Exception: no\n   at Shop.Pay.Charge(Int32 n) + 0x3f\n   at Shop.Main.Run() + 0x12";
    expect(readOf(ahead)).toEqual([
      ["System.Exception", "no", ["Shop.Pay.Charge null:null", "Shop.Main.Run null:null"]],
    ]);
  });

  it("Ruby's logger says when and how grave before the name", () => {
    const text =
      "E, [2026-11-29T10:00:00.1 #12] ERROR -- app: Shop::Declined: no\n/srv/shop/pay.rb:3:in `charge'";
    expect(readOf(text)).toEqual([["Shop::Declined", "no", ["charge /srv/shop/pay.rb:3"]]]);
  });

  it("members of a group that are not printed are no part of a message", () => {
    const text = `  + Exception Group Traceback (most recent call last):
  |   File "/srv/pay.py", line 3, in charge
  |     raise ExceptionGroup("all", errors)
  | ExceptionGroup: all (3 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: 0
    +---------------- ... ----------------
    | and 2 more exceptions
    +------------------------------------`;
    expect(readTrace(text).map(({ message, relation }) => [message, relation])).toEqual([
      ["all (3 sub-exceptions)", null],
      ["0", "group"],
    ]);
  });

  it("a log of PHP that is JSON doubles backslashes; names have one", () => {
    const text = String.raw`[2026-11-29 10:00:00] production.ERROR: no {"exception":"[object] (App\\Exceptions\\Declined(code: 0): no at /srv/app/Pay.php:12)
[stacktrace]
#0 /srv/public/index.php(51): App\\Http\\Pay->charge()
#1 {main}
"}`;
    expect(readOf(text)).toEqual([
      [
        String.raw`App\Exceptions\Declined`,
        "no",
        [String.raw`App\Http\Pay->charge /srv/app/Pay.php:12`, "{main} /srv/public/index.php:51"],
      ],
    ]);
  });
});

describe("whose code a frame is of", () => {
  const of = (file: string | null, name: string | null = "f", line: number | null = 1) =>
    guessInApp({ file, function: name, line });

  it.each([
    ["module.js", "Module._compile"],
    ["_http_server.js", null],
    ["_stream_readable.js", "read"],
    ["ext:core/01_core.js", null],
    ["https://deno.land/std@0.200.0/async/retry.ts", null],
    ["https://cdn.jsdelivr.net/npm/vue@3/dist/vue.js", "f"],
    ["webpack:///webpack/bootstrap", "__webpack_require__"],
    ["webpack:///./~/react/lib/react.js", "f"],
    ["safari-web-extension://1a2b/content.js", "f"],
    ["github.com/gin-gonic/gin@v1.9.1/context.go", "github.com/gin-gonic/gin.(*Context).Next"],
    ["crypto/tls/conn.go", "crypto/tls.(*Conn).Read"],
    ["/opt/hostedtoolcache/go/1.20/x64/src/strconv/atoi.go", "strconv.Atoi"],
    ["/root/.cargo/registry/src/tokio-1.2/park.rs", "tokio::park"],
    ["/var/runtime/bootstrap.py", "handle"],
    ["/var/www/wp-includes/class-wp-hook.php", "WP_Hook->apply_filters"],
    ["phar:///usr/bin/composer/src/Application.php", "run"],
    ["Unknown Source", "$Proxy42.charge"],
    ["JedisPool.java", "io.lettuce.core.RedisClient.connect"],
    [null, "lambda_method12"],
    [null, "Npgsql.NpgsqlConnector.Open"],
  ])("%s %s is a library's", (file, name) => {
    expect(of(file, name)).toBe(false);
  });

  it.each([
    ["/srv/shop/context.js", "context.run"],
    ["/srv/shop/src/reactor.ts", "reactor.start"],
    ["https://shop.example/app.js", "System.start"],
    ["/srv/shop/time.py", "time.now"],
    ["/srv/shop/vendor/payout.py", "pay"],
    ["~/code/shop/pay.py", "charge"],
    ["/srv/shop/util.js", "f"],
    ["/srv/shop/pay.go", "example.com/shop/errors.Wrap"],
    ["example.com/shop/pay/service.go", "example.com/shop/pay.(*Service).Charge"],
    ["Pay.java", "com.shop.Pay.charge"],
    ["/src/Pay.cs", "Shop.System.Pay.Charge"],
  ])("%s %s is the application's own", (file, name) => {
    expect(of(file, name)).toBe(true);
  });

  it("a gap is nobody's, and tells no kind of failure", () => {
    expect(of(null, "… 12 more …", null)).toBeNull();
    const raw = (count: number) => `Traceback (most recent call last):
  File "/usr/lib/python3.12/json/decoder.py", line 3, in scan
    scan()
  [Previous line repeated ${count} more times]
RecursionError: maximum recursion depth exceeded`;
    const [few, many] = [raw(8), raw(992)].map((text) => fingerprintOf("pay", readTrace(text)));
    expect(few?.top_frame).toBe("scan (json/decoder.py)");
    expect(many).toEqual(few);
  });

  it("a number is part of a function's name, save for Go's closures", () => {
    const of = (file: string, name: string) =>
      fingerprintOf("pay", [{ type: "E", frames: [{ file, function: name, in_app: true }] }])?.text;
    for (const [file, one, two] of [
      ["a.php", "func1", "func2"],
      ["a.py", "handle_func1", "handle_func2"],
      ["A.java", "com.shop.Proxy1.run", "com.shop.Proxy2.run"],
    ] as const)
      expect(of(file, one)).not.toBe(of(file, two));
    expect(of("pay.go", "main.charge.func1")).toBe(of("pay.go", "main.charge.func2.1"));
  });
});
