import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
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
