import { hourOfWeekIn } from "@/domain/rhythm-hours";
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
