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
];

describe.skipIf(absent)("real traces, checked by hand (skipped: ../shared/data/traces is absent)", () => {
  it.each(BY_HAND)("%s", (name, type, newest, telling) => {
    const read = readTrace(readFileSync(join(FOLDER, name), "utf8"));
    const frame = read[0]?.frames[0];
    expect([read[0]?.type, [frame?.file, frame?.line, frame?.function]]).toEqual([type, newest]);
    expect(fingerprintOf(null, read)?.top_frame).toBe(telling);
  });
});
