import { csvLine } from "./csv";
import type { CallSeries, OtherCalls } from "./rate-calls";
import { type OtherSeries, type RateSeries, shareOf } from "./rate-series";

type Period<Series, Other> = { to: string; series: readonly Series[]; other: Other | null };
type Counted = Period<RateSeries, OtherSeries> & {
  before: (Period<RateSeries, OtherSeries> & { from: string }) | null;
};

/** What a series is: one value, what has none, everything beyond the drawn ones, or all where nothing was grouped. */
type Named = { kind: "value" | "not_reported" | "other" | "all"; name: string };

function nameOf(key: string | null, grouped: boolean): Named {
  if (!grouped) return { kind: "all", name: "all" };
  return key === null ? { kind: "not_reported", name: "not reported" } : { kind: "value", name: key };
}

const nameOfOther = ({ keys }: { keys: number }): Named => ({ kind: "other", name: `other (${keys})` });

const endOf = (points: readonly (readonly [string, ...unknown[]])[], index: number, to: string) =>
  points[index + 1]?.[0] ?? to;

/**
 * Exactly the series of an answer as CSV, a line a step, one series after another as they are drawn. Times are UTC.
 * With a period before, each line has the step that stands at its place there.
 */
export function* rateLines(answer: Counted, grouped: boolean): Generator<string> {
  const { before } = answer;
  const columns = ["kind", "series", "from", "to", "failures", "unmapped", "unmapped_share"];
  const columnsBefore = ["before_from", "before_to", "before_failures", "before_unmapped"];
  yield csvLine([...columns, ...(before ? columnsBefore : [])]);
  for (const [index, series] of answer.series.entries())
    yield* lines(nameOf(series.key, grouped), series, before?.series[index]);
  if (answer.other) yield* lines(nameOfOther(answer.other), answer.other, before?.other ?? undefined);

  function* lines(
    { kind, name }: Named,
    { points }: Pick<RateSeries, "points">,
    earlier: Pick<RateSeries, "points"> | undefined,
  ): Generator<string> {
    for (const [at, [from, failures, unmapped]] of points.entries()) {
      const line = [kind, name, from, endOf(points, at, answer.to), failures, unmapped];
      yield csvLine([...line, shareOf(unmapped, failures), ...(before ? beforeAt(at, earlier) : [])]);
    }
  }

  function beforeAt(at: number, earlier: Pick<RateSeries, "points"> | undefined): unknown[] {
    const steps = (earlier ?? before?.series[0])?.points ?? [];
    const [from, failures, unmapped] = steps[at] ?? [];
    return [from, endOf(steps, at, before?.to ?? ""), earlier ? failures : 0, earlier ? unmapped : 0];
  }
}

/** The same of failures against calls; what is unknown is an empty cell. */
export function* callLines(answer: Period<CallSeries, OtherCalls>, grouped: boolean): Generator<string> {
  yield csvLine(["kind", "series", "from", "to", "failures", "calls", "failure_rate"]);
  const all = [
    ...answer.series.map((series) => ({ series, name: nameOf(series.key, grouped) })),
    ...(answer.other ? [{ series: answer.other, name: nameOfOther(answer.other) }] : []),
  ];
  for (const { series, name } of all)
    for (const [at, [from, failures, calls]] of series.points.entries()) {
      const to = endOf(series.points, at, answer.to);
      yield csvLine([name.kind, name.name, from, to, failures, calls, shareOf(failures, calls)]);
    }
}

const LINES_AT_ONCE = 500;

/** Lines gathered, so that a piece is worth sending. */
export async function* inPieces(lines: Iterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < LINES_AT_ONCE) continue;
    yield piece.join("");
    piece = [];
  }
  if (piece.length > 0) yield piece.join("");
}
