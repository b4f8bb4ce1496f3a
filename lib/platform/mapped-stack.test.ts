import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tellSources } from "./mapped-stack";

const root = mkdtempSync(join(tmpdir(), "errata-stack-"));
const built = join(root, ".next/server/chunks/ssr/a_(console)_[id].js");

beforeAll(() => {
  mkdirSync(join(root, ".next/server/chunks/ssr"), { recursive: true });
  const source = "export function first() {}\n\nexport function charge() {\n  throw new Error('no');\n}\n";
  const sourcefile = "../../../../lib/charge.ts";
  const { code, map } = transformSync(source, { loader: "ts", sourcemap: true, minify: true, sourcefile });
  writeFileSync(built, code);
  writeFileSync(`${built}.map`, map);
});
afterAll(() => rmSync(root, { recursive: true }));

const failed = (stack: string, cause?: unknown) => Object.assign(new Error("no", { cause }), { stack });

it("a place in a built file is told by its source, in causes too, and the rest stays", async () => {
  const inner = failed(`Error: no\n    at ${built}:1:50`);
  const outer = failed(
    `Error: no\n    at charge (${built}:1:50)\n    at node:internal/x:1:2\n    at a (/app/b.ts:3:4)`,
    inner,
  );
  await tellSources(outer);
  expect(outer.stack?.split("\n")).toEqual([
    "Error: no",
    expect.stringMatching(new RegExp(`^ {4}at charge \\(${join(root, "lib/charge.ts")}:[34]:\\d+\\)$`)),
    "    at node:internal/x:1:2",
    "    at a (/app/b.ts:3:4)",
  ]);
  expect(inner.stack).toMatch(/at \/.*\/lib\/charge\.ts:[34]:\d+$/);
});

it("what has no map stays as it is", async () => {
  const stack = `Error: no\n    at charge (${root}/.next/server/other.js:1:50)`;
  const error = failed(stack);
  await tellSources(error);
  await tellSources("no error");
  expect(error.stack).toBe(stack);
});
