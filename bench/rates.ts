import type { Sql } from "postgres";
import { createDatabase, type Database } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { listUnrolledDays, rollDay } from "@/db/queries/rolled-days";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import type { ServiceContext } from "@/lib/services/context";
import { type CountInput, countEvents } from "@/lib/services/rates/count-events";
import { DAYS, fillFailures } from "./fill-failures";
import { type Comparison, measure } from "./measure";

const DAY_MS = 86_400_000;
const SAMPLES = 40;
/** A scan of ten million rows takes its time: enough to see what it costs. */
const SCANS = 3;

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

/** A million events and ten, over ninety days: each chart in turns with the same answer by GROUP BY over the events. */
export async function rates(sql: Sql, serverUrl: string, scale: number): Promise<Comparison[]> {
  const name = "bench_rates";
  await sql.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
  await migrateDatabase({ url, onWait: () => {} });
  const { db, sql: own, close } = createDatabase({ url, max: 4 });
  try {
    const comparisons: Comparison[] = [];
    for (const millions of [1, 10]) {
      const count = millions * 1_000_000 * scale;
      await fillFailures(db, own, count);
      await roll(db);
      for (const chart of CHARTS) comparisons.push(await compare(db, own, chart, count));
    }
    return comparisons;
  } finally {
    await close();
    await sql.unsafe(`drop database ${name}`);
  }
}

/** As the duty does, once a day is over. */
async function roll(db: Database): Promise<void> {
  const days = await listUnrolledDays(db, new Date(Date.now() - DAY_MS / 2).toISOString(), DAYS + 1);
  for (const day of days) await db.transaction((tx) => rollDay(tx, day));
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
  const raw = await measure("GROUP BY over events", 1, SCANS, () => scan(sql, chart, scanned));
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

/** Of a context a reading needs no more than this. */
function contextOf(db: Database): ServiceContext {
  const context = { db, caller: SYSTEM_CALLER, now: () => new Date(), settings: DEFAULT_SETTINGS };
  return context as ServiceContext;
}
