import { runProgram } from "./check";

type Report = {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
};

/** Under TypeScript 7 dependency-cruiser 17 reads nothing and reports success. */
const FEWEST_MODULES = 50;

/** The import rules of `.dependency-cruiser.cjs`. */
export async function checkFloors(): Promise<string[]> {
  const { output } = await runProgram([
    "depcruise",
    "--config",
    ".dependency-cruiser.cjs",
    "-T",
    "json",
    ".",
  ]);
  const start = output.indexOf("{");
  if (start < 0) return [output];
  const report = JSON.parse(output.slice(start, output.lastIndexOf("}") + 1)) as Report;
  const ours = report.modules.filter(
    ({ source }) => !source.includes("node_modules/") && source.includes("/"),
  );
  if (ours.length < FEWEST_MODULES) {
    return [`Only ${ours.length} modules were read: dependency-cruiser does not see the sources.`];
  }
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}
