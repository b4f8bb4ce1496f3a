import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { recoveries } from "@/db/schema/recoveries";
import { splitByDays } from "@/domain/summed-days";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";
import type { RecoveryQuestion } from "./recovery-question";
import { readSummedDays, withinAny } from "./summed-days";

/** `read` and `episodes` of what was reported and lies in no day that is read as a whole. */
export function reportedEpisodes(question: RecoveryQuestion): SQL {
  const { filters, confinement, from, to, rows, days } = question;
  const asked = and(
    days === null ? within(recoveries.occurred_at, from, to) : withinAny(recoveries.occurred_at, days.rest),
    matching(filters, { ...recoveries, effect: null, unmapped: null }),
    confine(confinement, recoveries),
  );
  const limit = days === null ? sql`order by ${recoveries.occurred_at} desc limit ${rows}::int` : sql``;
  return sql`read as materialized (
      select tool, code, class, outcome, attempts, run_id, service, environment, release, occurred_at
      from ${recoveries} where ${asked} ${limit}
    ),
    episodes as (select * from read)`;
}

/** So much of a range may be left to its rows: more, and only the newest are read. */
const ROWS_MILLIS = 5 * 86_400_000;

/**
 * The days that answer for the range as a whole, or null where it has to be read by its rows. Days know no tenants, and
 * those in which a release went out lie on both sides of it.
 */
export async function readRecoveryDays(
  tx: Transaction,
  {
    filters,
    confinement,
    from,
    to,
    compare,
  }: Pick<RecoveryQuestion, "filters" | "confinement" | "from" | "to" | "compare">,
): Promise<RecoveryQuestion["days"]> {
  if ((filters.tenant?.length ?? 0) > 0 || confinement.tenants !== null) return null;
  const range = { from: Date.parse(from), to: Date.parse(to) };
  const marks = (compare?.marks ?? []).map(({ released_at }) => Date.parse(released_at));
  const days = (await readSummedDays(tx, "recoveries", range)).filter(
    ({ day }) => !marks.some((at) => at >= day && at < day + DAY_MILLIS),
  );
  const split = splitByDays(range, days);
  const left = split.rest.reduce((sum, one) => sum + one.to - one.from, 0);
  return split.whole.length === 0 || left > ROWS_MILLIS ? null : split;
}

const DAY_MILLIS = 86_400_000;
