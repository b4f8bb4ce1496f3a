import { and, type SQL, sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { recoveries } from "@/db/schema/recoveries";
import type { ValueFilters } from "@/domain/filters";
import { addSeconds } from "@/domain/instant";
import { BACKOFF_SECONDS, BREAKER_WITHIN_A_MINUTE, type MoveRule } from "@/domain/next-moves";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";

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
 * filters it, and the rest of the filter applies to the failures judged.
 */
export function judgedMoves(question: MovesQuestion): SQL {
  return sql`${readEvents(question)},
    ${followed},
    ${moved(question)},
    ${chained},
    ${judged(question)}`;
}

/** `read` and `range`: what was read, and which part of it is judged. A cut reading judges from its oldest on. */
function readEvents({ filters, confinement, from, to, rows }: MovesQuestion): SQL {
  const { environment, tenant } = filters;
  const asked = and(
    within(events.occurred_at, addSeconds(from, -EDGE_SECONDS), addSeconds(to, EDGE_SECONDS)),
    matching({ environment, tenant }, events),
    confine(confinement, events),
  );
  return sql`read as materialized (
      select ${events.event_id}, ${events.reference}, ${events.occurred_at}, ${events.run_id}, ${events.tenant},
        ${events.environment}, ${events.service}, ${events.release}, ${events.tool}, ${events.code}, ${events.class},
        ${events.effect}, ${events.unmapped}, ${events.idempotency_key}, ${events.arguments_hash},
        ${events.attempt}, ${events.turn},
        case when json_typeof(${events.body}::json -> 'retry_after') = 'number'
          then least((${events.body}::json ->> 'retry_after')::numeric, 1e9)::float8 end as retry_after
      from ${events} where ${asked}
      order by ${events.occurred_at} desc, ${events.event_id} desc limit ${rows}::int
    ),
    range as (
      select case when count(*) = ${rows}::int then greatest(min(occurred_at), ${from}::text::timestamptz)
        else ${from}::text::timestamptz end as starts from read
    )`;
}

const ORDER = sql`order by occurred_at, turn, attempt, event_id`;

/** `followed`: with the next failure of the same tool in the run, and the next of any. */
const followed = sql`followed as (
    select *,
      lead(tool) over of_run as after_tool,
      lead(occurred_at) over of_tool as next_at, lead(arguments_hash) over of_tool as next_hash,
      lead(attempt) over of_tool as next_attempt, lead(idempotency_key) over of_tool as next_key,
      lead(event_id) over of_tool as next_event_id, lead(reference) over of_tool as next_reference,
      lead(code) over of_tool as next_code,
      count(*) over (partition by tool, service, environment, class order by occurred_at
        range between interval '1 minute' preceding and current row) as within_a_minute
    from read where run_id is not null
    window of_run as (partition by run_id, tenant, environment ${ORDER}),
      of_tool as (partition by run_id, tenant, environment, tool ${ORDER})
  )`;

/** `ends` and `moved`: the next failure is another attempt, or else what is known of how it ended. */
function moved({ confinement, from, to, now, rows, knows_cases }: MovesQuestion): SQL {
  const asked = and(
    within(recoveries.occurred_at, addSeconds(from, -EDGE_SECONDS), addSeconds(to, EDGE_SECONDS)),
    confine(confinement, recoveries),
  );
  const compensated = knows_cases
    ? sql`case when effect = 'unknown' then exists (select from attempts attempt join verdicts verdict using (case_id)
        where attempt.event_id = retried.event_id::text and verdict.verdict = 'compensated'
          and verdict.state = 'settled' and verdict.superseded_at is null) end`
    : sql`false`;
  return sql`ends as materialized (
      select ${recoveries.run_id}, ${recoveries.tool}, ${recoveries.tenant}, ${recoveries.outcome},
        ${recoveries.occurred_at} as ended_at
      from ${recoveries} where ${asked} order by ${recoveries.occurred_at} desc limit ${rows}::int
    ),
    retried as (
      select *, next_at - occurred_at <= ${APART}
        and (next_attempt is null or next_attempt > 1 or next_hash = arguments_hash)
        and (next_key is null or idempotency_key is null or next_key = idempotency_key) as is_retried
      from followed
    ),
    ended as (
      select distinct on (retried.event_id, retried.reference, retried.occurred_at) retried.*, ends.outcome
      from retried left join ends on ends.run_id = retried.run_id and ends.tool = retried.tool
        and coalesce(ends.tenant, '') = coalesce(retried.tenant, '') and not coalesce(is_retried, false)
        and ends.ended_at >= retried.occurred_at and ends.ended_at <= retried.occurred_at + ${RECOVERED_WITHIN}
        and (retried.next_at is null or ends.ended_at <= retried.next_at)
      order by retried.event_id, retried.reference, retried.occurred_at, ends.ended_at
    ),
    moved as (
      select *, case
          when is_retried and next_hash = arguments_hash then 'same_payload'
          when is_retried and next_hash <> arguments_hash then 'other_payload'
          when is_retried then 'unknown_payload'
          when ${compensated} then 'compensated'
          when outcome is not null then outcome
          when after_tool is distinct from tool and after_tool is not null then 'other_tool'
          when next_at is not null then 'another_call'
          when occurred_at < ${addSeconds(now, -UNDECIDED_SECONDS)}::text::timestamptz then 'nothing'
        end as move, extract(epoch from next_at - occurred_at)::float8 as waited_seconds
      from ended as retried
    )`;
}

/** `chained`: with the two moves before in the same run and tool, which say how this failure was come to. */
const chained = sql`chained as (
    select *, lag(move) over of_tool as move_1, lag(move, 2) over of_tool as move_2,
      lag(class) over of_tool as class_1, lag(class, 2) over of_tool as class_2,
      lag(unmapped) over of_tool as unmapped_1
    from moved window of_tool as (partition by run_id, tenant, environment, tool ${ORDER})
  )`;

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
    applies: sql`effect = 'unknown' and idempotency_key is null
      and not exists (select from tools where tools.tool = chained.tool and tools.writes = false)`,
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

/** Without calls reported for that minute, so many failures are taken for most of them. */
function mostCallsFailed(): SQL {
  return sql`coalesce((select sum(calls.calls) <= 2 * within_a_minute from calls
    where calls.tool = chained.tool and calls.service is not distinct from chained.service
      and calls.environment is not distinct from chained.environment
      and calls.minute > chained.occurred_at - interval '2 minutes' and calls.minute <= chained.occurred_at), true)`;
}

/** `judged`: the failures of the filter and range, with the rules that apply to them and those that are broken. */
function judged({ filters, to }: MovesQuestion): SQL {
  const { service, tool, code, class: errorClass, effect, release, unmapped } = filters;
  const columns = {
    ...{ service: sql`service`, tool: sql`tool`, code: sql`code`, class: sql`class`, effect: sql`effect` },
    ...{ release: sql`release`, unmapped: sql`unmapped`, environment: null, tenant: null },
  };
  const chosen = matching({ service, tool, code, class: errorClass, effect, release, unmapped }, columns);
  const named = (of: keyof Rule) =>
    sql.join(
      Object.entries(RULES).map(
        ([rule, { applies, broken }]) =>
          sql`case when ${applies} ${of === "broken" ? sql`and ${broken}` : sql``} then ${rule}::text end`,
      ),
      sql`, `,
    );
  return sql`judged as materialized (
      select *, array_remove(array[${named("applies")}], null) as applying,
        array_remove(array[${named("broken")}], null) as broken
      from chained
      where occurred_at >= (select starts from range) and occurred_at < ${to}::text::timestamptz
        and ${chosen ?? sql`true`}
    )`;
}
