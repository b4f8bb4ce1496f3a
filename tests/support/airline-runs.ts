import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/* 200 runs of a real agent, and what must be reported of them, counted independently of this program. */

export const AIRLINE_RUNS = join(import.meta.dirname, "../../../shared/data/tau-bench");
export const hasAirlineRuns = existsSync(AIRLINE_RUNS);
if (!hasAirlineRuns) console.warn(`skipped: ${AIRLINE_RUNS} is not there`);

type Counts = Record<string, number>;
export type Expected = {
  calls: number;
  events: number;
  failure_rate: number;
  unmapped: number;
  unmapped_share: number;
  by_code: Counts;
  by_class: Counts;
  by_tool: [string, number][];
  effects: Counts;
  recovered: number;
  gave_up: number;
  attempts_histogram: Counts;
  attempts_nearest_rank: { p50: number; p90: number; p99: number; max: number };
};

/** What must be reported, `by_tool` as the others are. */
export function readExpected() {
  const expected: Expected = JSON.parse(readFileSync(join(AIRLINE_RUNS, "expected.json"), "utf8"));
  return { ...expected, by_tool: Object.fromEntries(expected.by_tool) };
}

export type Line = Record<string, unknown> & { class?: string; tool?: string; code?: string };

/** The lines of one of its files, as they were recorded. */
export const linesOf = (file: string): Line[] =>
  readFileSync(join(AIRLINE_RUNS, file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));

const DAY = 24 * 3_600_000;
const timeOf = (line: Line) => Date.parse(String(line.occurred_at ?? line.minute));

/** The runs moved by whole days, so that minutes stay minutes, to have ended between one day ago and two; and their range. */
export function readAirlineRuns() {
  const files = ["calls.ndjson", "events.ndjson", "recoveries.ndjson"].map(linesOf);
  const times = files.flat().map(timeOf);
  const shift = (Math.floor((Date.now() - Math.max(...times)) / DAY) - 1) * DAY;
  const iso = (millis: number) => new Date(millis + shift).toISOString();
  const [calls = [], events = [], recoveries = []] = files.map((lines) =>
    lines.map((line) => ({ ...line, [line.minute ? "minute" : "occurred_at"]: iso(timeOf(line)) })),
  );
  return {
    ...{ calls, events, recoveries },
    range: { from: iso(Math.min(...times) - DAY), to: iso(Math.max(...times) + 60_000) },
  };
}
