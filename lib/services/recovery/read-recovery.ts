import type { Transaction } from "@/db/client";
import { inSnapshot } from "@/db/queries/rates";
import { countEpisodes, hasReported, readEventsOfRuns, runKey } from "@/db/queries/recovery";
import type { KnownFrom, RecoveryFilters, RecoveryQuestion } from "@/db/queries/recovery-question";
import { listReleaseRows } from "@/db/queries/releases";
import { readRecoveryDays } from "@/db/queries/reported-episodes";
import { changeOf } from "@/domain/bootstrap";
import { isoFromMillis } from "@/domain/instant";
import { readRange } from "@/domain/reading-range";
import { distributionOf } from "@/domain/recovery";
import type { RecoveryCell, RecoverySide } from "@/domain/summed-recoveries";
import type { ServiceContext } from "@/lib/services/context";

export type ReadRecoveryInput = RecoveryFilters & {
  from?: string | undefined;
  to?: string | undefined;
  known_from?: KnownFrom | undefined;
  compare?: string | undefined;
};

/** The newest of the range; a page must not take longer the longer its range is. What is read is said. */
const ROWS_MOST = { reported: 100_000, computed: 30_000 } as const;
const PAIRS_MOST = 100;
const MARKS_MOST = 500;

type Range = { from: string; to: string };
type Found = { cells: RecoveryCell[]; isComputed: boolean; isCompared: boolean };

/**
 * Attempts until recovery, over all and per tool and code, before and after a release where one is named; one snapshot.
 * Throws `invalid_range`.
 */
export async function readRecovery(ctx: ServiceContext, input: ReadRecoveryInput) {
  const { from, to, known_from: wanted, compare, ...filters } = input;
  const range = rangeOf({ from, to }, ctx.now());
  const { confinement } = ctx.caller;
  return inSnapshot(ctx.db, async (tx) => {
    const known_from =
      wanted ?? ((await hasReported(tx, { confinement, ...range })) ? "reported" : "computed");
    const marks = compare === undefined ? [] : await readMarks(tx, ctx, compare, filters);
    const rows = ROWS_MOST[known_from];
    const asked = {
      ...{ filters, confinement, ...range },
      compare: compare === undefined ? null : { release: compare, marks },
    };
    const question: RecoveryQuestion = {
      ...asked,
      ...{ known_from, rows, pairs: PAIRS_MOST },
      days: known_from === "reported" ? await readRecoveryDays(tx, asked) : null,
    };
    const { cells, read } = await countEpisodes(tx, question);
    const found = { cells, isComputed: known_from === "computed", isCompared: compare !== undefined };
    const isWhole = question.days !== null || read.rows < rows;
    return {
      ...range,
      known_from,
      read: { rows: read.rows, whole: isWhole, from: isWhole ? range.from : (read.oldest ?? range.from) },
      compared_with: compare === undefined ? null : { release: compare, marks },
      total: figuresOf({ ...found, cells: cells.filter(({ tool }) => tool === null) }),
      pairs: cells[0]?.pairs ?? 0,
      items: await itemsOf(tx, found, { filters, confinement, ...range }),
    };
  });
}

function rangeOf(asked: { from?: string | undefined; to?: string | undefined }, now: Date): Range {
  const { from, to } = readRange(asked, now);
  return { from: isoFromMillis(from), to: isoFromMillis(to) };
}

/** Where the release went out, as far as the caller may see it. */
async function readMarks(
  tx: Transaction,
  ctx: ServiceContext,
  release: string,
  { service, environment }: RecoveryFilters,
) {
  const { confinement } = ctx.caller;
  const asked = { filters: { release: [release], service, environment }, confinement };
  const rows = await listReleaseRows(tx, asked, { after: null, limit: MARKS_MOST });
  return rows.map(({ service: of, environment: within, released_at, url }) => ({
    ...{ service: of, environment: within, released_at, url },
  }));
}

/** The pairs in their order, each with the run that took longest. */
async function itemsOf(
  tx: Transaction,
  found: Found,
  place: Pick<RecoveryQuestion, "filters" | "confinement" | "from" | "to">,
) {
  const pairs = new Map<string, { tool: string; code: string; cells: RecoveryCell[] }>();
  for (const cell of found.cells) {
    const { tool, code } = cell;
    if (tool === null || code === null) continue;
    const key = JSON.stringify([tool, code]);
    const pair = pairs.get(key) ?? { tool, code, cells: [] };
    pair.cells.push(cell);
    pairs.set(key, pair);
  }
  const runs = [...pairs.values()].flatMap(({ tool, cells: [first] }) =>
    first?.longest_run ? [{ tool, run_id: first.longest_run }] : [],
  );
  const eventsOfRuns = await readEventsOfRuns(tx, runs, place);
  return [...pairs.values()].map(({ tool, code, cells }) => {
    const run_id = cells[0]?.longest_run ?? null;
    const event = run_id === null ? undefined : eventsOfRuns.get(runKey({ tool, run_id }));
    const { reference = null, event_id = null } = event ?? {};
    return {
      ...{ tool, code, class: mostFrequentClass(cells) },
      ...figuresOf({ ...found, cells }),
      longest: run_id === null ? null : { run_id, reference, event_id },
    };
  });
}

function figuresOf({ cells, isComputed, isCompared }: Found) {
  const all = distributionOf(cells, isComputed);
  if (!isCompared) return { all, compared: null };
  const on = (side: RecoverySide) =>
    distributionOf(
      cells.filter((cell) => cell.side === side),
      isComputed,
    );
  const [before, after] = [on("before"), on("after")];
  return { all, compared: { before, after, ...changeOf(before, after) } };
}

/** A code has one class; where producers disagree, the one that most episodes bear. */
function mostFrequentClass(cells: readonly RecoveryCell[]): string | null {
  const counts = new Map<string | null, number>();
  for (const cell of cells) counts.set(cell.class, (counts.get(cell.class) ?? 0) + cell.episodes);
  const [most] = [...counts].sort(
    ([one_name, one], [other_name, other]) => other - one || ((one_name ?? "") < (other_name ?? "") ? -1 : 1),
  );
  return most?.[0] ?? null;
}
