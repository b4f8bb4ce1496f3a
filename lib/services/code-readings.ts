import type { Transaction } from "@/db/client";
import {
  type CodeRows,
  type CodesFilters,
  type CodesQuestion,
  type CodeUseRow,
  type RegisteredCode,
  readCodeSteps,
} from "@/db/queries/code-registry";
import { gather } from "@/domain/gather";
import { compareInstants, isoFromMillis } from "@/domain/instant";
import { readRange } from "@/domain/reading-range";
import { useOfCode } from "@/domain/use-of-code";
import type { ServiceContext } from "./context";

export type CodesInput = CodesFilters & { from?: string | undefined; to?: string | undefined };

const HOUR_MS = 3_600_000;
const STEPS_MOST = 48;

/** The question in whole hours, within what the caller may see. Throws `invalid_range`. */
export function codesQuestion(ctx: ServiceContext, { from, to, ...filters }: CodesInput): CodesQuestion {
  const range = readRange({ from, to }, ctx.now());
  return {
    from: Math.floor(range.from / HOUR_MS) * HOUR_MS,
    to: Math.ceil(range.to / HOUR_MS) * HOUR_MS,
    ...{ filters, confinement: ctx.caller.confinement },
  };
}

/** The range as asked. */
export function rangeOf({ from, to }: CodesQuestion): { from: string; to: string } {
  return { from: isoFromMillis(from), to: isoFromMillis(to) };
}

/** Failures over the range by code, in at most 48 steps of equal length. */
export async function readPoints(
  tx: Transaction,
  question: CodesQuestion,
  rows: CodeRows,
): Promise<(code: string) => number[]> {
  const boundaries = boundariesOf(question);
  const cells = gather(await readCodeSteps(tx, question, rows, boundaries), ({ code }) => code);
  return (code) => {
    const points = Array.from({ length: boundaries.length - 1 }, () => 0);
    for (const { step, events } of cells.get(code) ?? []) points[step] = events;
    return points;
  };
}

function boundariesOf({ from, to }: CodesQuestion): number[] {
  const hours = Math.ceil((to - from) / HOUR_MS / STEPS_MOST);
  const steps = Math.ceil((to - from) / HOUR_MS / hours);
  return Array.from({ length: steps + 1 }, (_, at) => Math.min(from + at * hours * HOUR_MS, to));
}

/** What is shown of a code. */
export function describeCode(
  known: RegisteredCode,
  uses: readonly CodeUseRow[],
  { failures, points, from }: { failures: number; points: readonly number[]; from: string },
) {
  const { first_seen_at, last_seen_at, retired_at } = known;
  const use = useOfCode(uses);
  return {
    ...known,
    ...use,
    share: failures === 0 ? null : use.events / failures,
    points: [...points],
    is_new: first_seen_at !== null && use.events > 0 && compareInstants(first_seen_at, from) >= 0,
    came_back: retired_at !== null && last_seen_at !== null && compareInstants(last_seen_at, retired_at) > 0,
  };
}
