import { hourOfWeekIn } from "@/domain/rhythm-hours";
import { playDemoMonth, tellDemoMonth } from "./simulate-silence/demo-month";
import { KINDS } from "./simulate-silence/kinds";
import { type Measured, measure } from "./simulate-silence/measure";

const CODES = Number(process.argv[2] ?? 40);

const rank = (values: readonly number[], percent: number) =>
  values[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)];
const inDays = (hours: number | undefined) => (hours === undefined ? "–" : `${(hours / 24).toFixed(1)} d`);

function row(name: string, what: string, found: Measured): string {
  const perYear = (count: number) => (count / found.codes).toFixed(2);
  const cells = [
    ...[name, what, inDays(found.mean_pause), perYear(found.by_clock), perYear(found.with_calls)],
    ...[
      inDays(rank(found.delays, 50)),
      inDays(rank(found.delays, 90)),
      `${found.not_told} of ${found.codes}`,
    ],
  ];
  return `| ${cells.join(" | ")} |`;
}

console.log(
  "| kind | what | mean pause | false by the clock, per code and year | false with calls | told after, p50 | p90 | not told in 12 weeks |\n|---|---|---|---|---|---|---|---|",
);
const hourOfWeek = hourOfWeekIn("Europe/Berlin");
for (const kind of KINDS) console.log(row(kind.name, kind.what, measure(kind, CODES, hourOfWeek)));

const { judged, told } = tellDemoMonth(playDemoMonth("errata"), hourOfWeekIn("UTC"));
console.log(`\nThe demo's month: ${judged} codes judged, over all tenants and within each. Told:`);
for (const { code, tool, environment, tenant, state, silent_for_hours } of told)
  console.log(
    `- ${code} on ${tool}, ${environment}, ${tenant ?? "all tenants"}: ${state}, ${inDays(silent_for_hours)} after it was last seen`,
  );
