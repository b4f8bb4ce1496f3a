import { and, type SQL, sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { recoveries } from "@/db/schema/recoveries";
import type { ValueFilters } from "@/domain/filters";
import { addSeconds } from "@/domain/instant";
import { BACKOFF_SECONDS, BREAKER_WITHIN_A_MINUTE, type MoveRule } from "@/domain/next-moves";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";
import { keyOf } from "./key-of";

export type MovesQuestion = {
  filters: ValueFilters;
  confinement: Confinement;
  from: string;
  to: string;
  now: string;
  /** How many events are read at most, the newest first. */
  rows: number;
  /** Whether the caller may see what became of cases; else a compensation is not told. */
  knows_cases: boolean;
};

/** Before and after the range: what an attempt at its edge follows, and what follows it. */
const EDGE_SECONDS = 3_600;
/** Attempts this far apart are not at the same thing. */
const APART = sql`interval '30 minutes'`;
/** What failed this recently may still be followed by something. */
const UNDECIDED_SECONDS = 300;
/** A recovery is reported after the failures it ends. */
const RECOVERED_WITHIN = sql`interval '1 day'`;

const isRetry = (move: SQL) => sql`${move} in ('same_payload', 'other_payload', 'unknown_payload')`;
const isRepeat = (move: SQL) => sql`${move} in ('same_payload', 'unknown_payload')`;

/**
 * The chain of CTEs that ends in `judged`: each failure with a run, what came next, how long after, and which rules that
 * breaks. One reading of at most `rows` events down the index of time; whole runs are needed, so only what divides runs
 * filters it, and the rest of the filter applies to the failures judged. What is sorted is narrow and of numbers: the rest
 * is fetched by `at`, the place in the reading, in which 1 is the newest.
 */
export function judgedMoves(question: MovesQuestion): SQL {
  return sql`${readEvents(question)},
    ${followed},
    ${ended(question)},
    ${moved(question)},
    ${judged(question)}`;
}

/** `read` and `range`: what was read, whether it lies inside the range, and from when on it was read. */
function readEvents({ filters, confinement, from, to, rows }: MovesQuestion): SQL {
  const { environment, tenant } = filters;
  const asked = and(
    within(events.occurred_at, addSeconds(from, -EDGE_SECONDS), addSeconds(to, EDGE_SECONDS)),
    matching({ environment, tenant }, events),
    confine(confinement, events),
  );
  const { run_id, body } = events;
  return sql`read as materialized (
      select (row_number() over (order by ${events.occurred_at} desc, ${events.event_id} desc))::int as at,
        ${events.event_id}, ${events.reference}, ${events.occurred_at}, ${run_id}, ${events.tenant},
        ${events.environment}, ${events.service}, ${events.release}, ${events.tool}, ${events.code},
        ${events.class}, ${events.effect}, ${events.unmapped}, ${events.idempotency_key} is null as keyless,
        ${events.attempt}, ${events.turn},
        ${within(events.occurred_at, from, to)} as inside,
        ${keyOf(sql`${run_id}`, sql`${events.tenant}`, sql`${events.environment}`)} as run,
        ${keyOf(sql`${run_id}`, sql`${events.tenant}`)} as ending, ${keyOf(sql`${events.tool}`)} as of_tool,
        ${keyOf(sql`${events.arguments_hash}`)} as payload, ${keyOf(sql`${events.idempotency_key}`)} as key,
        case when position('"retry_after"' in ${body}) > 0
          and json_typeof(${body}::json -> 'retry_after') = 'number'
          then least((${body}::json ->> 'retry_after')::numeric, 1e9)::float8 end as retry_after
      from ${events} where ${asked}
      order by ${events.occurred_at} desc, ${events.event_id} desc limit ${rows}::int
    ),
    range as (
      select case when count(*) = ${rows}::int then greatest(min(occurred_at), ${from}::text::timestamptz)
        else ${from}::text::timestamptz end as starts from read
    )`;
}

const ORDER = sql`order by occurred_at, turn, attempt, at desc`;

/** `followed`: with the next failure of the same tool in the run, and the next of any. */
const followed = sql`followed as (
    select *, next_at - occurred_at <= ${APART}
      and (next_attempt is null or next_attempt > 1 or next_payload = payload)
      and (next_key is null or key is null or next_key = key) as is_retried
    from (
      select at, run, ending, of_tool, occurred_at, turn, attempt, payload, key, class, effect, unmapped,
        lead(of_tool) over of_run as after_tool,
        lead(occurred_at) over same_tool as next_at, lead(payload) over same_tool as next_payload,
        lead(attempt) over same_tool as next_attempt, lead(key) over same_tool as next_key,
        lead(at) over same_tool as next
      from read where run is not null
      window of_run as (partition by run ${ORDER}), same_tool as (partition by run, of_tool ${ORDER})
    ) as failures
  )`;

/** `ended`: the recovery that was reported before the run's next failure of the tool, if it was not another attempt. */
function ended({ filters, confinement, from, to, rows }: MovesQuestion): SQL {
  const { environment, tenant } = filters;
  const asked = and(
    within(recoveries.occurred_at, addSeconds(from, -EDGE_SECONDS), addSeconds(to, EDGE_SECONDS)),
    matching({ environment, tenant }, { ...recoveries, effect: null, unmapped: null }),
    confine(confinement, recoveries),
  );
  return sql`ends as materialized (
      select ${keyOf(sql`${recoveries.run_id}`, sql`${recoveries.tenant}`)} as ending,
        ${keyOf(sql`${recoveries.tool}`)} as of_tool, ${recoveries.outcome}, ${recoveries.occurred_at} as ended_at
      from ${recoveries} where ${asked}
        and ${recoveries.occurred_at} >= (select min(read.occurred_at) from read)
      order by ${recoveries.occurred_at} desc limit ${rows}::int
    ),
    ended as (
      select distinct on (followed.at) followed.at, ends.outcome
      from followed join ends using (ending, of_tool)
      where is_retried is not true and ends.ended_at >= followed.occurred_at
        and ends.ended_at <= followed.occurred_at + ${RECOVERED_WITHIN}
        and (followed.next_at is null or ends.ended_at <= followed.next_at)
      order by followed.at, ends.ended_at
    )`;
}

/** `moved` and `chained`: what came next, and the two moves before, which say how this failure was come to. */
function moved({ now, knows_cases }: MovesQuestion): SQL {
  return sql`compensated as materialized (
      select distinct read.at from read join attempts attempt on attempt.event_id = read.event_id::text
      join verdicts verdict on verdict.case_id = attempt.case_id
      where ${knows_cases}::boolean and read.effect = 'unknown' and verdict.verdict = 'compensated'
        and verdict.state = 'settled' and verdict.superseded_at is null
    ),
    moved as materialized (
      select followed.*, case
          when is_retried and next_payload = payload then 'same_payload'
          when is_retried and next_payload <> payload then 'other_payload'
          when is_retried then 'unknown_payload'
          when compensated.at is not null then 'compensated'
          when outcome is not null then outcome
          when after_tool <> of_tool then 'other_tool'
          when next_at is not null then 'another_call'
          when occurred_at < ${addSeconds(now, -UNDECIDED_SECONDS)}::text::timestamptz then 'nothing'
        end as move, extract(epoch from next_at - occurred_at)::float8 as waited_seconds
      from followed left join ended using (at) left join compensated using (at)
    ),
    chained as (
      select at, move, waited_seconds, next, lag(move) over same_tool as move_1, lag(move, 2) over same_tool as move_2,
        lag(class) over same_tool as class_1, lag(class, 2) over same_tool as class_2,
        lag(unmapped) over same_tool as unmapped_1
      from moved window same_tool as (partition by run, of_tool ${ORDER})
    ),
    system_failures as (
      select at, count(*) over (partition by of_tool, service, environment, tenant order by occurred_at
        range between interval '1 minute' preceding and current row) as within_a_minute
      from read where class = 'system'
    )`;
}

/** A rule: to which failures it applies, and when what came next breaks it. */
type Rule = { applies: SQL; broken: SQL };
const move = sql`move`;
const RULES: Readonly<Record<MoveRule, Rule>> = {
  validation_unchanged: {
    applies: sql`class = 'validation'`,
    broken: sql`move = 'same_payload'`,
  },
  validation_corrected_again: {
    applies: sql`class = 'validation'`,
    broken: sql`move = 'other_payload' and move_1 = 'other_payload' and class_1 = 'validation'`,
  },
  authorization_retried: {
    applies: sql`class = 'authorization'`,
    broken: isRetry(move),
  },
  unmapped_repeated: {
    applies: sql`unmapped`,
    broken: sql`${isRepeat(move)} and ${isRepeat(sql`move_1`)} and unmapped_1`,
  },
  unknown_effect_without_key: {
    applies: sql`effect = 'unknown' and keyless
      and not exists (select from tools where tools.tool = read.tool and tools.writes = false)`,
    broken: isRepeat(move),
  },
  transient_without_backoff: {
    applies: sql`class = 'transient'`,
    broken: sql`${isRetry(move)} and waited_seconds < coalesce(retry_after, ${BACKOFF_SECONDS}::float8)`,
  },
  system_hammered: {
    applies: sql`class = 'system'`,
    broken: sql`${isRetry(move)} and (
      (${isRetry(sql`move_1`)} and class_1 = 'system' and ${isRetry(sql`move_2`)} and class_2 = 'system')
      or within_a_minute >= ${BREAKER_WITHIN_A_MINUTE}::int and ${mostCallsFailed()})`,
  },
};

/**
 * Of the same tenant, as the failures are counted: a failure is judged alike for whoever looks, whatever else they see.
 * Without calls reported for that minute, so many failures are taken for most of them.
 */
function mostCallsFailed(): SQL {
  return sql`coalesce((select sum(calls.calls) <= 2 * within_a_minute from calls
    where calls.tool = read.tool and calls.service is not distinct from read.service
      and calls.environment is not distinct from read.environment
      and calls.tenant is not distinct from read.tenant
      and calls.minute > read.occurred_at - interval '2 minutes' and calls.minute <= read.occurred_at), true)`;
}

/** `judged`: the failures of the filter and range, with the rules that apply to them and those that are broken. */
function judged({ filters }: MovesQuestion): SQL {
  const columns = {
    ...{ service: sql`service`, tool: sql`tool`, code: sql`code`, class: sql`class`, effect: sql`effect` },
    ...{ release: sql`release`, unmapped: sql`unmapped`, environment: sql`environment`, tenant: sql`tenant` },
  };
  const chosen = matching(filters, columns);
  const columnsOf = (Object.entries(RULES) as [MoveRule, Rule][]).flatMap(([rule, { applies, broken }]) => [
    sql`(${applies}) is true as ${ruleColumns(rule).applies}`,
    sql`(${applies} and ${broken}) is true as ${ruleColumns(rule).broken}`,
  ]);
  return sql`judged as materialized (
      select read.at, read.run, read.class, read.tool, move, waited_seconds, retry_after, next,
        ${sql.join(columnsOf, sql`, `)}
      from read join chained using (at) left join system_failures using (at)
      where inside and ${chosen ?? sql`true`}
    )`;
}

/** The columns of `judged` that say whether a rule applies to a failure, and whether what came next broke it. */
export const ruleColumns = (rule: MoveRule): { applies: SQL; broken: SQL } => ({
  applies: sql.raw(`applies_${rule}`),
  broken: sql.raw(`broken_${rule}`),
});
