import { type Check, commandCheck } from "./verify/check";
import { checkDocsPaths } from "./verify/docs-paths";
import { checkFileLengths } from "./verify/file-lengths";
import { checkFloors } from "./verify/floors";
import { checkSchemaDrift } from "./verify/schema-drift";

/** `npm run verify`: everything about the sources that can be told without running them. No database. */
const checks: Check[] = [
  commandCheck("types", ["tsc", "--noEmit", "--pretty", "false"]),
  commandCheck("format and lint", ["biome", "check", "--error-on-warnings"]),
  { name: "floors", run: checkFloors },
  commandCheck("unused code", ["knip", "--no-progress"]),
  { name: "schema drift", run: checkSchemaDrift },
  { name: "docs paths", run: checkDocsPaths },
  { name: "file lengths", run: checkFileLengths },
];

const started = Date.now();
const outcomes = await Promise.all(
  checks.map(async ({ name, run }) => {
    const begun = Date.now();
    const problems = await run().catch((error: unknown) => [String(error)]);
    const seconds = ((Date.now() - begun) / 1000).toFixed(1).padStart(5);
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${seconds} s  ${name}`);
    return { name, problems };
  }),
);

const failed = outcomes.filter(({ problems }) => problems.length > 0);
for (const { name, problems } of failed) console.log(`\n${name}:\n${problems.join("\n")}`);
const total = ((Date.now() - started) / 1000).toFixed(1);
const verdict = failed.length === 0 ? "All is well" : `${failed.length} of ${checks.length} checks failed`;
console.log(`\n${verdict} (${total} s).`);
process.exit(failed.length === 0 ? 0 : 1);
