import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../fingerprint";
import { readTrace } from "./read-trace";

const FOLDER = join(import.meta.dirname, "../../../shared/data/traces");
const absent = !existsSync(FOLDER);

/** Text which holds no trace: a sentence, and an old browser that gave a message only. */
const NO_TRACE = new Set(["arbitrary_text.txt", "IE_9"]);

function samples(): [string, string][] {
  if (absent) return [];
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".txt"),
  );
  const texts = files.map((file): [string, string] => [file, readFileSync(join(FOLDER, file), "utf8")]);
  const json = readFileSync(join(FOLDER, "tracekit-browsers/captured-errors.json"), "utf8");
  const browsers = Object.entries(JSON.parse(json) as Record<string, Record<string, string>>).flatMap(
    ([browser, { stack, stacktrace, message = "" }]) =>
      ((stack ?? stacktrace) ? [stack, stacktrace] : [message])
        .filter((text) => text !== undefined)
        .map((text): [string, string] => [browser, text]),
  );
  return [...texts, ...browsers];
}

describe.skipIf(absent)("real traces (skipped: ../shared/data/traces is absent)", () => {
  it.each(samples())("%s", (name, text) => {
    const read = readTrace(text);
    const plain = name.split("/").at(-1) ?? name;
    if (NO_TRACE.has(plain)) return expect(read).toEqual([]);
    expect(read.length).toBeGreaterThan(0);
    expect(read[0]?.relation).toBeNull();
    for (const later of read.slice(1)) expect(later.relation).not.toBeNull();
    if (plain.includes("without_traceback") && !plain.includes("syntax")) return;
    expect(read[0]?.frames.length).toBeGreaterThan(0);
    expect(read[0]?.frames[0]).toMatchObject(
      plain.includes("one_liner_recursion") ? {} : { file: expect.any(String) },
    );
    // Whatever is read stands in the text, save for colours and words about gaps.
    const bare = stripVTControlCharacters(text);
    for (const { type, module, frames } of read) {
      expect(bare).toContain([module, type].filter(Boolean).join("."));
      for (const { file, line } of frames) {
        expect(bare).toContain(file ?? "");
        expect(bare).toContain(String(line ?? ""));
      }
    }
  });
});

/** Read by hand in the texts: the outermost type, its newest frame, and the frame of ours that tells the kind. */
const BY_HAND: readonly [string, string, [string, number, string], string][] = [
  [
    "fluent-detect-exceptions/csharp_async_exc.txt",
    "System.InvalidOperationException",
    [
      "c:/ExampleApp/ExampleApp/AsyncExceptionExample.cs",
      36,
      "ExampleApp2.AsyncExceptionExample.LowestLevelMethod",
    ],
    "ExampleApp2.AsyncExceptionExample.LowestLevelMethod (ExampleApp/AsyncExceptionExample.cs)",
  ],
  [
    "fluent-detect-exceptions/go_http.txt",
    "panic",
    ["/usr/local/go/src/net/http/server.go", 1746, "net/http.(*conn).serve.func1"],
    "main.doPanic (src/httppanic.go)",
  ],
  [
    "fluent-detect-exceptions/php_on_gae_exc.txt",
    "Exception",
    [
      "/base/data/home/apps/s~crash-example-php/1.388306779641080894/errors.php",
      60,
      "ErrorEntryGenerator::{closure}",
    ],
    "ErrorEntryGenerator::{closure} (s~crash-example-php/errors.php)",
  ],
  [
    "fluent-detect-exceptions/ruby_exc.txt",
    "NoMethodError",
    ["app/controllers/books_controller.rb", 69, "recursivewordload"],
    "recursivewordload (controllers/books_controller.rb)",
  ],
  [
    "loguru-python/ownership--direct.txt",
    "ZeroDivisionError",
    ["/usr/lib/python/somelib/__init__.py", 2, "divide"],
    "test (ownership/direct.py)",
  ],
  [
    "node-errors/force_colors.js.txt",
    "Error",
    ["/srv/node-tests/test/fixtures/errors/force_colors.js", 1, "Object.<anonymous>"],
    "Object.<anonymous> (errors/force_colors.js)",
  ],
  [
    "fluent-detect-exceptions/complex_java_exc.txt",
    "ServletException",
    ["OpenSessionInViewFilter.java", 60, "com.example.myproject.OpenSessionInViewFilter.doFilter"],
    "com.example.myproject.OpenSessionInViewFilter.doFilter (OpenSessionInViewFilter.java)",
  ],
  [
    "fluent-detect-exceptions/csharp_exc.txt",
    "System.Collections.Generic.KeyNotFoundException",
    [
      "<filename unknown>",
      0,
      "System.Collections.Generic.Dictionary`2[System.String,System.Collections.Generic.Dictionary`2[System.Int32,System.Double]].get_Item",
    ],
    "File3.Consolidator_Class.Function5 (Csharp/another file.csharp)",
  ],
  [
    "fluent-detect-exceptions/csharp_nested_exc.txt",
    "System.InvalidOperationException",
    [
      "c:/ExampleApp/ExampleApp/NestedExceptionExample.cs",
      22,
      "ExampleApp.NestedExceptionExample.SecondLevelMethod",
    ],
    "ExampleApp.NestedExceptionExample.SecondLevelMethod (ExampleApp/NestedExceptionExample.cs)",
  ],
  [
    "fluent-detect-exceptions/dart_err.txt",
    "MyError",
    ["file:///path/to/code/dartFile.dart", 15, "main.<anonymous closure>"],
    "main.<anonymous closure> (code/dartFile.dart)",
  ],
  [
    "fluent-detect-exceptions/dart_range_err.txt",
    "RangeError",
    ["dart:core-patch/growable_array.dart", 151, "List.[]"],
    "main.<anonymous closure> (code/dartFile.dart)",
  ],
  [
    "fluent-detect-exceptions/go_exc.txt",
    "panic",
    ["/usr/local/go/src/runtime/panic.go", 542, "panic"],
    "main.main.func (foo.go)",
  ],
  [
    "fluent-detect-exceptions/go_on_gae_exc.txt",
    "panic",
    ["crash_example_go.go", 58, "main88989.memoryAccessException"],
    "main88989.memoryAccessException (crash_example_go.go)",
  ],
  [
    "fluent-detect-exceptions/nested_java_exc.txt",
    "RuntimeException",
    [
      "AutomaticEmailFacade.java",
      236,
      "com.nethunt.crm.api.server.adminsync.AutomaticEmailFacade.sendWithSmtp",
    ],
    "com.nethunt.crm.api.server.adminsync.AutomaticEmailFacade.sendWithSmtp (AutomaticEmailFacade.java)",
  ],
  [
    "fluent-detect-exceptions/node_js_exc.txt",
    "ReferenceError",
    ["/app/node_modules/express/lib/router/index.js", 256, "next"],
    "app/app.js",
  ],
  [
    "fluent-detect-exceptions/php_exc.txt",
    "Exception",
    ["/home/joe/srv/test-php/test.php", 5, "func1"],
    "func1 (test-php/test.php)",
  ],
  [
    "fluent-detect-exceptions/python_exc.txt",
    "Exception",
    ["/base/data/home/apps/s~nearfieldspy/1.378705245900539993/nearfieldspy.py", 5, "get"],
    "get (s~nearfieldspy/nearfieldspy.py)",
  ],
  [
    "fluent-detect-exceptions/rails_exc.txt",
    "ActionController::RoutingError",
    ["actionpack (5.1.4) lib/action_dispatch/middleware/debug_exceptions.rb", 63, "call"],
    "call (middleware/debug_exceptions.rb)",
  ],
  [
    "loguru-python/modern--grouped_with_cause_and_context.txt",
    "ExceptionGroup",
    ["tests/exceptions/source/modern/grouped_with_cause_and_context.py", 36, "main"],
    "main (modern/grouped_with_cause_and_context.py)",
  ],
  [
    "loguru-python/ownership--string_source.txt",
    "ZeroDivisionError",
    ["tests/exceptions/source/ownership/string_source.py", 11, "foo"],
    "foo (ownership/string_source.py)",
  ],
  [
    "node-errors/core_line_numbers.js.txt",
    "RangeError",
    ["node:punycode", 52, "error"],
    "Object.<anonymous> (errors/core_line_numbers.js)",
  ],
  [
    "node-errors/source_map_throw_async_stack_trace.mjs.txt",
    "Error",
    ["/srv/node-tests/test/fixtures/source-map/output/source_map_throw_async_stack_trace.mts", 13, "Throw"],
    "Throw (output/source_map_throw_async_stack_trace.mts)",
  ],
];

describe.skipIf(absent)("real traces, checked by hand (skipped: ../shared/data/traces is absent)", () => {
  it.each(BY_HAND)("%s", (name, type, newest, telling) => {
    const read = readTrace(readFileSync(join(FOLDER, name), "utf8"));
    const frame = read[0]?.frames[0];
    expect([read[0]?.type, [frame?.file, frame?.line, frame?.function]]).toEqual([type, newest]);
    expect(fingerprintOf(null, read)?.top_frame).toBe(telling);
  });
});
