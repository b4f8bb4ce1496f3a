import { join } from "node:path";
import { startVitest } from "vitest/node";
import { buildIfStale } from "./build-if-stale";

/** `npm test [filter …]`: everything once. The last line says how it went, e.g. `312 passed, 0 failed`. */

// Tests start the real server and a real browser, both on the production build.
await buildIfStale();

const vitest = await startVitest("test", process.argv.slice(2), {
  root: join(import.meta.dirname, ".."),
  watch: false,
});
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of vitest.state.getTestModules()) {
  // A file that could not be loaded, or whose set-up failed, has no failed test to show for it.
  if (file.errors().length > 0) counts.failed += 1;
  for (const test of file.children.allTests()) {
    const { state } = test.result();
    if (state === "pending") counts.failed += 1;
    else counts[state] += 1;
  }
}
const strayErrors = vitest.state.getUnhandledErrors().length;
await vitest.close();

if (strayErrors > 0) console.log(`${strayErrors} errors outside of any test, counted as failed.`);
counts.failed += strayErrors;
if (counts.passed + counts.failed === 0) console.log("No test was found.");
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
