import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { recoveryDays, recoveryKinds } from "@/db/schema/summed-days";
import { readColumn } from "@/domain/number-column";
import {
  cellsOf,
  type KindSum,
  type LooseEpisodes,
  pairUp,
  type RecoveryCell,
  type RecoveryDay,
  type RecoveryKind,
  type RecoveryPair,
  type RecoverySide,
  sumKinds,
} from "@/domain/summed-recoveries";
import { confine } from "./confinement";
import { matching } from "./event-filter";
import { DAY, type RecoveryQuestion } from "./recovery-question";
import { releaseTables, sided } from "./recovery-sides";
import { reportedEpisodes } from "./reported-episodes";
import { daysArray } from "./summed-days";
import { widen } from "./widen";

type Question = RecoveryQuestion & { days: NonNullable<RecoveryQuestion["days"]> };

/**
 * Episodes of days as a whole and of what lies around them. Histograms come as columns of numbers and are summed here: as
 * rows, each of a tool, code and outcome, they took a second for before and after a release.
 */
export async function sumEpisodes(
  tx: Transaction,
  question: Question,
): Promise<{ cells: RecoveryCell[]; read: { rows: number; oldest: null } }> {
  await widen(tx);
  const sums = sumKinds(await readDays(tx, question));
  const kinds = await readKinds(tx, question, sums);
  const loose = await readLoose(tx, question);
  const rows =
    sums.reduce((sum, one) => sum + (kinds.has(one.kind) ? one.episodes.reduce(add, 0) : 0), 0) +
    loose.reduce((sum, { episodes }) => sum + episodes, 0);
  const isTold = ({ side }: { side: RecoverySide }) => side !== "apart";
  const pairs = pairUp(sums.filter(isTold), kinds, loose.filter(isTold));
  const longest = await readLongestRuns(tx, pairs.slice(0, question.pairs));
  return { cells: cellsOf(pairs, { told: question.pairs, longest }), read: { rows, oldest: null } };
}

const add = (sum: number, each: number) => sum + each;

/** Days read as a whole: what is asked of neither place nor release is read of all of them together. */
async function readDays(tx: Transaction, question: Question): Promise<RecoveryDay[]> {
  const { filters, confinement, compare, days } = question;
  const { service, environment, release } = filters;
  const isNarrow = [service, environment, release].some((values) => (values?.length ?? 0) > 0);
  const isConfined = confinement.services !== null || confinement.environments !== null;
  const level = isNarrow || isConfined || compare !== null ? "full" : "overview";
  const asked = and(
    sql`${recoveryDays.level} = ${level} and ${recoveryDays.day} = any(${daysArray(days.whole)})`,
    matching({ service, environment, release }, { ...UNKNOWN, ...recoveryDays }),
    confine(confinement, { ...recoveryDays, tenant: null }),
  );
  const rows = await tx.execute<
    { recovery_day_id: string; day: string; side: RecoverySide; cells: number } & Record<Column, string>
  >(sql`
    with ${releaseTables(question)} episodes as (
      select recovery_day_id, kinds, attempts, episodes as counts, service, environment, release, day as occurred_at
      from ${recoveryDays} where ${asked}
    )
    select recovery_day_id, occurred_at::text as day, side, cardinality(kinds) as cells, kinds::text, attempts::text, counts::text
    from (${sided(question)}) as sided`);
  return rows.map(({ recovery_day_id, day, side, cells, ...row }) => ({
    ...{ recovery_day_id: Number(recovery_day_id), day, side, kinds: readColumn(row.kinds, cells) },
    ...{ attempts: readColumn(row.attempts, cells), episodes: readColumn(row.counts, cells) },
  }));
}

type Column = "kinds" | "attempts" | "counts";
/** What neither a day nor a kind knows. */
const UNKNOWN = {
  ...{ service: null, environment: null, tenant: null, tool: null, code: null, class: null },
  ...{ effect: null, release: null, unmapped: null },
};

/** The kinds that were met and are asked for. */
async function readKinds(
  tx: Transaction,
  { filters: { tool, code, class: errorClass } }: Question,
  sums: readonly KindSum[],
): Promise<Map<number, RecoveryKind>> {
  const met = [...new Set(sums.map(({ kind }) => kind))];
  const asked: SQL | undefined = and(
    sql`${recoveryKinds.recovery_kind_id} = any(${sql.param(met)}::int[])`,
    matching({ tool, code, class: errorClass }, { ...UNKNOWN, ...recoveryKinds }),
  );
  const rows = await tx.execute<RecoveryKind>(
    sql`select recovery_kind_id, tool, code, class, outcome from ${recoveryKinds} where ${asked}`,
  );
  return new Map(rows.map((row) => [row.recovery_kind_id, row]));
}

/** What lies in no day that is read as a whole. */
async function readLoose(tx: Transaction, question: Question): Promise<LooseEpisodes[]> {
  const [row] = await tx.execute<{ loose: LooseEpisodes[] | null }>(sql`
    with ${releaseTables(question)} ${reportedEpisodes(question)},
    counted as (
      select tool, code, class, side, outcome, attempts, ${DAY}::text as day, count(*)::int as episodes,
        max(run_id) as run_id
      from (${sided(question)}) as sided group by 1, 2, 3, 4, 5, 6, 7
    )
    select json_agg(counted) as loose from counted`);
  return row?.loose ?? [];
}

/** Of each pair the run that took the most attempts: of those that took as many on the newest day, the last by name. */
async function readLongestRuns(
  tx: Transaction,
  pairs: readonly RecoveryPair[],
): Promise<Map<RecoveryPair, string>> {
  const wanted = pairs.flatMap(({ places, runs }, pair) => [
    ...places.map((place) => ({ pair, ...place })),
    ...runs.map((run_id) => ({ pair, run_id })),
  ]);
  const rows = await tx.execute<{ pair: number; run_id: string }>(sql`
    select wanted.pair, max(coalesce(wanted.run_id, named.longest_runs[wanted.place])) as run_id
    from json_to_recordset(${JSON.stringify(wanted)}::text::json)
      as wanted(pair int, recovery_day_id bigint, place int, run_id text)
    left join ${recoveryDays} as named using (recovery_day_id) group by 1`);
  return new Map(rows.flatMap(({ pair, run_id }) => (pairs[pair] ? [[pairs[pair], run_id] as const] : [])));
}
