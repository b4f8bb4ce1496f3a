import type { Sql } from "postgres";
import { createDatabase, type Database } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { type CountInput, countEvents } from "@/lib/services/rates/count-events";
import { checkFill } from "./check-fill";
import { DAYS, fillFailures, startOfFill } from "./fill-failures";
import { fillPages } from "./fill-pages";
import { fillRollups } from "./fill-rollups";
import { type Comparison, measure, percentile } from "./measure";
import { contextOf } from "./page-readings";
import { LIMIT_MS, measurePages, type PageTime, reportPages } from "./pages";
import { told } from "./progress";
import { sumEverything } from "./sum-everything";

const DAY_MS = 86_400_000;
const SAMPLES = 40;
/** A scan of ten million rows takes its time: it is read again only where it took less than this. */
const [SCANS, ENOUGH_MS] = [3, 2_000];

type Chart = { name: string; days: number; input: Partial<CountInput>; groups: string };

/** The charts that people open, from the day up to all of it; none asks for a tenant. */
const CHARTS: readonly Chart[] = [
  { name: "90 d by class", days: DAYS, input: { step: "1d", group_by: "class" }, groups: "class" },
  { name: "90 d by code", days: DAYS, input: { step: "1d", group_by: "code", top: 8 }, groups: "code" },
  {
    name: "90 d by tool, compared",
    days: DAYS / 2,
    input: { step: "6h", group_by: "tool", top: 8, compare: true },
    groups: "tool",
  },
  {
    name: "90 d of one code",
    days: DAYS,
    input: { step: "1d", group_by: "release", top: 8, code: ["code_5_1"] },
    groups: "release",
  },
  { name: "7 d by class", days: 7, input: { step: "1h", group_by: "class" }, groups: "class" },
  { name: "24 h by code", days: 1, input: { step: "5m", group_by: "code", top: 8 }, groups: "code" },
];

/** `missed`: what is not within its target. */
export type Rates = { comparisons: Comparison[]; pages: PageTime[]; missed: string[] };

/**
 * A million events and ten, over ninety days: each chart in turns with the same answer by GROUP BY over the events, and
 * every question of the engineers' pages by the verb that answers it.
 */
export async function rates(sql: Sql, serverUrl: string, scale: number): Promise<Rates> {
  const name = "bench_rates";
  await sql.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
  await migrateDatabase({ url, onWait: () => {} });
  const { db, sql: own, close } = createDatabase({ url, max: 4 });
  try {
    const charts: Compared[] = [];
    const pages: PageTime[] = [];
    const start = startOfFill();
    for (const { millions, samples } of SIZES) {
      const count = millions * 1_000_000 * scale;
      console.log(`${count.toLocaleString("en-GB")} failures`);
      await told("filled", () => fill(db, own, { count, start }));
      await told("charts read", async () => {
        for (const chart of CHARTS) charts.push({ chart, count, ...(await compare(db, own, chart, count)) });
      });
      await told("pages read", async () => {
        pages.push(...(await measurePages({ db, sql: own }, { events: count, samples, tell })));
      });
    }
    return { comparisons: charts, pages, missed: [...reportCharts(charts), ...reportPages(pages)] };
  } finally {
    await close();
    await sql.unsafe(`drop database ${name}`);
  }
}

/** The samples of a page's question: of the smaller one only its growth is told. */
const SIZES = [
  { millions: 1, samples: 5 },
  { millions: 10, samples: 11 },
];

async function fill(db: Database, sql: Sql, { count, start }: { count: number; start: string }) {
  await told("failures stored", () => fillFailures(db, sql, count, start));
  await told("rolled up", () => fillRollups(sql));
  await fillPages(db, sql, start);
  await checkFill(db);
  await sumEverything(db, sql);
}

const tell = ({ page, question, range, best, p95, cpu }: PageTime) =>
  console.log(`  ${page}, ${question}, ${range}: best ${best} ms, p95 ${p95}, CPU ${cpu}`);

/** At least so many times slower is the same answer by GROUP BY, and at most so much longer a chart takes at ten times the events. */
const [FASTER, GROWTH] = [100, 1.5];
type Compared = Comparison & { chart: Chart; count: number };

function reportCharts(charts: readonly Compared[]): string[] {
  const most = Math.max(...charts.map(({ count }) => count));
  const rows = charts
    .filter(({ count }) => count === most)
    .map(({ chart, ours, raw }) => {
      const small = charts.find((other) => other.chart === chart && other.count < most);
      const times = {
        small: small ? Math.min(...small.ours.latencies) : 0,
        best: Math.min(...ours.latencies),
      };
      const faster = Math.min(...raw.latencies) / times.best;
      const growth = times.best / times.small;
      return {
        chart: chart.name,
        ...times,
        p95: percentile(ours, 0.95),
        group_by: Math.min(...raw.latencies),
        faster,
        growth,
      };
    });
  const whole = (row: (typeof rows)[number]) =>
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toFixed(1)) : value,
    ]);
  console.table(rows.map((row) => Object.fromEntries(whole(row))));
  return rows.flatMap(({ chart, p95, faster, growth }) => [
    ...(p95 > LIMIT_MS ? [`over ${LIMIT_MS} ms: ${chart}, p95 ${p95.toFixed(0)} ms`] : []),
    ...(faster < FASTER
      ? [`less than ${FASTER} times as fast as GROUP BY: ${chart}, ${faster.toFixed(0)} times`]
      : []),
    ...(growth > GROWTH
      ? [`over ${GROWTH} times its time at a tenth: ${chart}, ${growth.toFixed(2)} times`]
      : []),
  ]);
}

async function compare(db: Database, sql: Sql, chart: Chart, count: number): Promise<Comparison> {
  const now = Date.now();
  const range = { from: new Date(now - chart.days * DAY_MS).toISOString(), to: new Date(now).toISOString() };
  const failures: number[] = [];
  const read = async () => {
    const { totals } = await countEvents(contextOf(db), { ...range, tz: "Europe/Berlin", ...chart.input });
    failures.push(totals.failures);
    return 1;
  };
  await read();
  const ours = await measure("the chart", 1, SAMPLES, read);
  // Both periods of a comparison, as the chart reads them.
  const scanned = chart.input.compare
    ? { ...range, from: new Date(now - 2 * chart.days * DAY_MS).toISOString() }
    : range;
  const first = await measure("GROUP BY over events", 1, 1, () => scan(sql, chart, scanned));
  const isShort = first.seconds * 1000 < ENOUGH_MS;
  const raw = isShort ? await measure(first.name, 1, SCANS, () => scan(sql, chart, scanned)) : first;
  if (new Set(failures).size !== 1 || failures[0] === 0) throw new Error(`${chart.name} counts ${failures}`);
  return { what: `${chart.name}, ${count.toLocaleString("en-GB")} events`, ours, raw, better: "latency" };
}

/** The same answer without rollups, as well as SQL can say it. */
async function scan(
  sql: Sql,
  { groups, input }: Chart,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const step = { "1d": "day", "1h": "hour", "6h": "hour", "5m": "minute" }[
    input.step as "1d" | "1h" | "6h" | "5m"
  ];
  const code = input.code ? `and code = '${input.code[0]}'` : "";
  const rows = await sql.unsafe(`
    select ${groups} as key, date_trunc('${step}', occurred_at, 'Europe/Berlin') as at, count(*), count(*) filter (where unmapped)
    from events where occurred_at >= '${from}' and occurred_at < '${to}' ${code} group by 1, 2`);
  if (rows.length === 0) throw new Error("the scan found nothing");
  return 1;
}
