import { and, type SQL, sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { recoveries } from "@/db/schema/recoveries";
import { OTHER } from "@/domain/rollup-dimensions";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";
import type { RecoveryQuestion } from "./recovery-question";

const ordered = sql`(partition by run_id, tenant, environment, service, tool
  order by occurred_at, turn, attempt, event_id)`;
/** Failures of a run and tool this far apart are not attempts at the same thing. */
const APART = sql`interval '30 minutes'`;

/**
 * Runs of those who report no recoveries: failures of one tool in one run, cut where an attempt says it is the first, where
 * the idempotency key changes, or after half an hour. The attempt after the last failure is taken to have come through,
 * since events tell of failures alone. An episode bears the code it began with, as reported ones do.
 */
export function computedEpisodes({ filters, confinement, from, to, rows }: RecoveryQuestion): SQL {
  const { service, environment, tenant, tool } = filters;
  const asked = and(
    within(events.occurred_at, from, to),
    sql`${events.run_id} is not null`,
    matching({ service, environment, tenant, tool }, events),
    confine(confinement, events),
  );
  const of = { tool: sql`tool`, code: sql`code`, class: sql`class`, release: sql`release` };
  const unknown = { service: null, environment: null, tenant: null, effect: null, unmapped: null };
  const { code, class: errorClass, release } = filters;
  const chosen = matching({ code, class: errorClass, release }, { ...unknown, ...of });
  return sql`reporting as materialized (${reportingParts({ confinement, from, to, rows })}),
    computing as materialized (${anyComputed}),
    read as materialized (
      select ${events.run_id}, ${events.tenant}, ${events.environment}, ${events.service}, ${events.tool},
        ${events.code}, ${events.class}, ${events.release}, ${events.attempt}, ${events.turn},
        ${events.idempotency_key}, ${events.event_id}, ${events.occurred_at}
      from ${events} where ${asked}
        and (coalesce(service, ''), coalesce(environment, ''), coalesce(tenant, '')) not in (select * from reporting)
        and (select found from computing)
      order by ${events.occurred_at} desc, ${events.event_id} desc limit ${rows}::int
    ),
    begun as (
      select *, case when attempt = 1 or lag(event_id) over attempts is null
          or (attempt is null and (idempotency_key is distinct from lag(idempotency_key) over attempts
            or occurred_at - lag(occurred_at) over attempts > ${APART}))
        then 1 else 0 end as begins
      from read window attempts as ${ordered}
    ),
    numbered as (select *, sum(begins) over ${ordered} as episode from begun),
    ended as (
      select run_id, service, environment, tool,
        (array_agg(code order by occurred_at, turn, attempt, event_id))[1] as code,
        (array_agg(class order by occurred_at, turn, attempt, event_id))[1] as class,
        null::text as outcome, greatest(count(*), max(attempt))::int + 1 as attempts,
        (array_agg(release order by occurred_at desc))[1] as release, max(occurred_at) as occurred_at
      from numbered group by run_id, tenant, environment, service, tool, episode
    ),
    episodes as (
      select tool, code, class, outcome, attempts, run_id, service, environment, release, occurred_at
      from ended where ${chosen ?? sql`true`}
    )`;
}

/** Where everybody who ever failed reports recoveries, no events are looked through for those who do not. */
const anyComputed = sql`
  select exists (select from failing_callers where tool = ${OTHER}::text
    or (coalesce(service, ''), coalesce(environment, ''), coalesce(tenant, '')) not in (select * from reporting)) as found`;

/** Who reported recoveries in the range is taken at its word, and computed nothing for. */
const reportingParts = ({
  confinement,
  from,
  to,
  rows,
}: Pick<RecoveryQuestion, "confinement" | "from" | "to" | "rows">): SQL => sql`
  select distinct coalesce(service, ''), coalesce(environment, ''), coalesce(tenant, '') from (
    select service, environment, tenant from ${recoveries}
    where ${and(within(recoveries.occurred_at, from, to), confine(confinement, recoveries))}
    order by ${recoveries.occurred_at} desc limit ${rows}::int
  ) as newest`;
