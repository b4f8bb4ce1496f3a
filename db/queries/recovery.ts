import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { recoveries } from "@/db/schema/recoveries";
import { addSeconds } from "@/domain/instant";
import { ATTEMPTS_TOLD_APART } from "@/domain/recovery";
import type { RecoveryCell } from "@/domain/summed-recoveries";
import { computedEpisodes } from "./computed-episodes";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";
import { keyOf } from "./key-of";
import { LAST_RUN, type RecoveryQuestion } from "./recovery-question";
import { releaseTables, sided } from "./recovery-sides";
import { reportedEpisodes } from "./reported-episodes";
import { sumEpisodes } from "./summed-episodes";
import { widen } from "./widen";

/** How many recoveries or failures were read, and when the oldest was; null where days were. */
export type RecoveryRead = { rows: number; oldest: string | null };

/**
 * Episodes by tool, code, side of a release, outcome and attempts: of everything, and of the pairs with the most. All comes
 * from one reading of at most `rows` rows down the index of time, so that the parts add up and no range makes it slow.
 */
export async function countEpisodes(
  tx: Transaction,
  question: RecoveryQuestion,
): Promise<{ cells: RecoveryCell[]; read: RecoveryRead }> {
  const { days } = question;
  if (days !== null) return sumEpisodes(tx, { ...question, days });
  await widen(tx);
  const rows = await tx.execute<{ cells: RecoveryCell[] | null; rows: number; oldest: string | null }>(sql`
    with ${releaseTables(question)} ${episodesOf(question)},
    sided as materialized (select *, ${KIND} as kind, ${PAIR} as pair from (${sided(question)}) as sided
      where side is distinct from 'apart'),
    kinds as (
      select kind, min(pair) as pair, min(tool) as tool, min(code) as code, min(class) as class, min(side) as side,
        min(outcome) as outcome
      from sided group by kind
    ),
    summed as (
      select kind, least(attempts, ${ATTEMPTS_TOLD_APART}) as attempts, count(*)::int as episodes, max(attempts) as most
      from sided group by 1, 2
    ),
    counted as materialized (select * from summed join kinds using (kind)),
    ranked as (
      select pair, min(tool) as tool, min(code) as code, max(most) as most,
        row_number() over (order by sum(episodes) desc, min(tool), min(code)) as rank, (count(*) over ())::int as pairs
      from counted group by pair
    ),
    longest as (
      select pair, ${LAST_RUN} as longest_run from sided join ranked using (pair)
      where most = attempts and rank <= ${question.pairs}::int group by 1
    ),
    answered as (
      select null::text as tool, null::text as code, null::text as class, side, outcome, attempts,
        sum(episodes)::int as episodes, max(most) as most, null::text as longest_run,
        (select count(*) from ranked)::int as pairs, 0::bigint as rank
      from counted group by side, outcome, attempts
      union all
      select counted.tool, counted.code, class, side, outcome, attempts, episodes, counted.most, longest_run, pairs, rank
      from counted join ranked using (pair) join longest using (pair)
      where rank <= ${question.pairs}::int
    )
    select (select json_agg(to_json(answered) order by rank, attempts) from answered) as cells,
      (select count(*)::int from read) as rows,
      (select to_char(min(occurred_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from read) as oldest`);
  const [row] = rows;
  return { cells: row?.cells ?? [], read: { rows: row?.rows ?? 0, oldest: row?.oldest ?? null } };
}

/** What histograms are summed by: numbers, since hashing the words of each number of attempts took half of a reading. */
const PAIR = keyOf(sql`tool`, sql`code`);
const KIND = keyOf(sql`tool`, ...["code", "class", "side", "outcome"].map((name) => sql.raw(name)));

/**
 * `read` and `episodes`: tool, code, class, outcome, attempts, run, service, environment, release and time.
 */
function episodesOf(question: RecoveryQuestion): SQL {
  return question.known_from === "reported" ? reportedEpisodes(question) : computedEpisodes(question);
}

export type RunOfTool = { tool: string; run_id: string };

/** The newest event of each of these runs on its tool, of the part that is asked for and that the caller may see. */
export async function readEventsOfRuns(
  tx: Transaction,
  runs: readonly RunOfTool[],
  { filters, confinement, from, to }: Pick<RecoveryQuestion, "filters" | "confinement" | "from" | "to">,
): Promise<Map<string, { reference: string; event_id: string }>> {
  if (runs.length === 0) return new Map();
  const { service, environment, tenant } = filters;
  const rows = await tx.execute<RunOfTool & { reference: string; event_id: string }>(sql`
    select run.tool, run.run_id, newest.reference, newest.event_id
    from json_to_recordset(${JSON.stringify(runs)}::text::json) as run(tool text, run_id text)
    cross join lateral (
      select ${events.reference}, ${events.event_id} from ${events}
      where ${events.run_id} = run.run_id and ${events.tool} = run.tool
        and ${within(events.occurred_at, addSeconds(from, -DAY_SECONDS), to)}
        and ${and(matching({ service, environment, tenant }, events), confine(confinement, events)) ?? sql`true`}
      order by ${events.occurred_at} desc limit 1
    ) as newest`);
  return new Map(rows.map(({ tool, run_id, ...event }) => [runKey({ tool, run_id }), event]));
}

export const runKey = ({ tool, run_id }: RunOfTool): string => JSON.stringify([tool, run_id]);

/** A recovery is reported after the failures it ends; a run may have begun before the range. */
const DAY_SECONDS = 86_400;

/** Whether anything of this kind is there at all: the other kind is offered only then. */
export async function hasReported(
  tx: Transaction,
  { confinement, from, to }: Pick<RecoveryQuestion, "confinement" | "from" | "to">,
): Promise<boolean> {
  const [row] = await tx.execute<{ found: boolean }>(sql`
    select exists (select from ${recoveries}
      where ${and(within(recoveries.occurred_at, from, to), confine(confinement, recoveries))}) as found`);
  return row?.found ?? false;
}
