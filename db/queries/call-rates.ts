import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { foldedPartOf } from "@/domain/folded-part";
import type { CallCell } from "@/domain/rate-calls";
import type { CallGrouping, RateRows } from "@/domain/rate-rows";
import { type Called, callRows, ofCallers, ofPlaces } from "./called";
import { type Dimensions, type RateQuestion, summedRows } from "./counted-rows";
import { gatherRest, withDays } from "./rates";

/** The rows that know tenants, for the few whose failures have to be told apart by them. */
export type CalledQuestion = RateQuestion & { by_tenant: RateRows };

/** Failures in the range of those who called. */
export async function countFailuresOf(
  tx: Transaction,
  question: CalledQuestion,
  called: Called,
): Promise<number> {
  const { boundaries } = question;
  const whole = { ...question, boundaries: [boundaries[0] ?? 0, boundaries.at(-1) ?? 0] };
  const rows = await failedRows(tx, whole, called, undefined);
  const [row] = await tx.execute<{ failures: number }>(sql`
    select coalesce(sum(failures), 0)::float8 as failures from (${rows}) as failed`);
  return row?.failures ?? 0;
}

/** Failures and calls by key and step. What called in the range is chosen once for all steps, so that they add up. */
export async function countCallsBySteps(
  tx: Transaction,
  question: CalledQuestion,
  called: Called,
  { days, group_by, top }: { days: readonly number[]; group_by: CallGrouping | undefined; top: number },
): Promise<CallCell[]> {
  const failed = await failedRows(tx, question, called, group_by);
  const keyOfCall = group_by === undefined ? sql`null::text` : sql.raw(group_by);
  const cells = sql`
    select key, bucket, sum(failures)::float8 as failures, sum(calls)::float8 as calls from (
      select key, bucket, failures, 0 as calls from (${failed}) as failed
      union all
      select ${keyOfCall}, step, 0, calls from (${callRows(question, days)}) as row
    ) as both_sides
    group by 1, 2`;
  const sums = sql`sum(failures)::float8 as failures, sum(calls)::float8 as calls`;
  return tx.execute<CallCell>(gatherRest(cells, { top }, sums));
}

/** `select key, unmapped, bucket, failures` of those who called; what is taken away is negative. */
async function failedRows(
  tx: Transaction,
  question: CalledQuestion,
  { everyone, places, others, few }: Called,
  group_by: CallGrouping | undefined,
): Promise<SQL> {
  const key = (dimensions: Dimensions) =>
    group_by === undefined ? sql`null::text` : sql`${dimensions[group_by]}`;
  const summed = await withDays(tx, question, everyone ? foldedPartOf(question, group_by) : null);
  if (everyone) return summedRows(summed, key);
  const byTenant: RateQuestion = { ...question, rows: question.by_tenant };
  const parts = [summedRows({ ...summed, rows: knowingTools(summed.rows) }, key, ofPlaces(places))];
  if (others.length > 0)
    parts.push(
      sql`select key, unmapped, bucket, -failures from (${summedRows(byTenant, key, ofCallers(others))}) as other`,
    );
  if (few.length > 0) parts.push(summedRows(byTenant, key, ofCallers(few)));
  return sql.join(parts, sql` union all `);
}

const knowingTools = (rows: RateRows): RateRows =>
  rows.kind !== "events" && rows.level === "overview" ? { ...rows, level: "full" } : rows;
