import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { readingCpu } from "./cpu";
import { EVERYTHING, type Question, READINGS, type Reading } from "./page-readings";

const RANGES = ["24h", "7d", "30d", "90d"] as const;
/** The share of the samples whose CPU counts. */
const USUAL = 0.8;
/** What a person takes for at once. */
export const LIMIT_MS = 300;

/** How long one question of a page took, in milliseconds; `best` feels the neighbours little, and `cpu` least. */
export type PageTime = {
  page: string;
  question: string;
  range: string;
  events: number;
  best: number;
  cpu: number;
  p50: number;
  p95: number;
};

type How = {
  events: number;
  samples: number;
  only?: string | undefined;
  tell?: (time: PageTime) => void;
};

/** Every question that the engineers' pages ask, over each range, by the verbs that answer them. */
export async function measurePages(
  { db, sql }: Measured,
  { events, samples, only, tell }: How,
): Promise<PageTime[]> {
  const times: PageTime[] = [];
  for (const reading of READINGS) {
    if (only && !`${reading.page} ${reading.question}`.includes(only)) continue;
    for (const range of reading.ranges ?? RANGES) {
      const figures = await sample({ db, sql }, reading, { range, samples });
      const time = { page: reading.page, question: reading.question, range, events, ...figures };
      times.push(time);
      tell?.(time);
    }
  }
  return times;
}

type Measured = { db: Database; sql: Sql };

async function sample(
  { db, sql }: Measured,
  { read }: Reading,
  { range, samples }: { range: (typeof RANGES)[number]; samples: number },
) {
  const ask = (): Promise<unknown> => {
    const question: Question = { filters: { ...EVERYTHING, range }, now: Date.now(), zone: "Europe/Berlin" };
    return read(db, question);
  };
  await ask();
  const taken: number[] = [];
  const spent: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const before = await readingCpu(sql);
    const began = performance.now();
    await ask();
    taken.push(performance.now() - began);
    spent.push((await readingCpu(sql)) - before);
  }
  // Whatever else PostgreSQL ends meanwhile, a vacuum say, is counted with the workers of a reading: the dearest are left out.
  const usual = spent.sort((a, b) => a - b).slice(0, Math.ceil(samples * USUAL));
  const cpu = Math.round(usual.reduce((sum, each) => sum + each, 0) / usual.length);
  const sorted = taken.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.max(0, Math.ceil(samples * share) - 1)] ?? 0);
  return { best: at(0), p50: at(0.5), p95: at(0.95), cpu };
}

/** A table of the smaller beside the larger, with the growth of its CPU; answers what is over the limit. */
export function reportPages(times: readonly PageTime[]): string[] {
  const most = Math.max(...times.map(({ events }) => events));
  const before = new Map(times.filter(({ events }) => events < most).map((time) => [keyOf(time), time]));
  const rows = times
    .filter(({ events }) => events === most)
    .map((time) => {
      const small = before.get(keyOf(time));
      const growth = small ? Number((time.cpu / Math.max(small.cpu, 1)).toFixed(2)) : null;
      const { page, question, range, best, p50, p95, cpu } = time;
      return {
        page,
        question,
        range,
        small_best: small?.best ?? null,
        best,
        p50,
        p95,
        small_cpu: small?.cpu ?? null,
        cpu,
        growth,
      };
    });
  console.table(rows);
  return rows
    .filter(({ p95 }) => p95 > LIMIT_MS)
    .map(
      ({ page, question, range, best, p95 }) =>
        `over ${LIMIT_MS} ms: ${page}, ${question}, ${range}: p95 ${p95} ms, best ${best} ms`,
    );
}

const keyOf = ({ page, question, range }: PageTime) => `${page} ${question} ${range}`;
