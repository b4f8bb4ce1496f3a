import type { Transaction } from "@/db/client";
import { type CalledQuestion, countCallsBySteps } from "@/db/queries/call-rates";
import { readCallDays, readCalled } from "@/db/queries/called";
import { inSnapshot, preferHashing } from "@/db/queries/rates";
import type { EventFilters } from "@/domain/filters";
import { isoFromMillis } from "@/domain/instant";
import { type CallCell, toCallSeries, toOtherCalls, totalCalls } from "@/domain/rate-calls";
import { type CallGrouping, callsKnow, chooseRateRows } from "@/domain/rate-rows";
import { refuseTooManyCells } from "@/domain/reading-range";
import type { ServiceContext } from "@/lib/services/context";
import { readSteps, type StepsAsked } from "../read-rate-steps";

export type FailureRatesInput = EventFilters &
  StepsAsked & { group_by?: CallGrouping | undefined; top?: number | undefined };

/** More keys than this nobody draws. */
const TOP_MAX = 100;

/**
 * Failures against calls over time, of those (service, environment, tenant, tool) only that reported calls in the
 * range, so that the steps add up to the whole. Where no calls are known there is no rate: null, never 0. Under filters
 * that calls do not know nothing is known at all. Throws `invalid_range` and `too_many_points`.
 */
export async function countFailureRates(ctx: ServiceContext, input: FailureRatesInput) {
  const { boundaries, step, tz } = readSteps(ctx, input);
  const { confinement } = ctx.caller;
  const { group_by } = input;
  const starts = boundaries.slice(0, -1).map(isoFromMillis);
  const cells = callsKnow(input) ? await inSnapshot(ctx.db, count) : [];
  refuseTooManyCells(keysOf(cells), boundaries, step);
  const series = toCallSeries(cells, starts, group_by !== undefined);
  const other = toOtherCalls(cells, starts);
  return {
    from: isoFromMillis(boundaries[0] ?? 0),
    to: isoFromMillis(boundaries.at(-1) ?? 0),
    ...{ step, tz, series, other },
    totals: totalCalls(other === null ? series : [...series, other]),
  };

  async function count(tx: Transaction): Promise<CallCell[]> {
    await preferHashing(tx);
    const question = ask();
    const days = await readCallDays(tx, question);
    const called = await readCalled(tx, question, days);
    if (called === null) return [];
    const top = group_by ? (input.top ?? TOP_MAX) : 1;
    return countCallsBySteps(tx, question, called, { days, group_by, top });
  }

  /** Calls are told apart by tenant: some of their failures have to be, too. */
  function ask(): CalledQuestion {
    const [from, now] = [boundaries[0] ?? 0, ctx.now().getTime()];
    const of = { filters: input, group_by, step, from, now };
    const byTenant = { ...confinement, tenants: confinement.tenants ?? [] };
    return {
      rows: chooseRateRows({ ...of, confinement }),
      by_tenant: chooseRateRows({ ...of, confinement: byTenant }),
      ...{ boundaries, filters: input, confinement },
    };
  }
}

const keysOf = (cells: readonly CallCell[]) =>
  new Set(cells.map(({ key, is_other }) => (is_other ? cells : key))).size;
