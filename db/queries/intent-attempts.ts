import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import type { Effect } from "@/domain/effect";
import type { EventClass } from "@/domain/event-class";
import { addSeconds, instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import { confineText } from "./confined-text";
import type { EventRow } from "./events-read";
import { IS_OUTLIVED } from "./outlived-events";

/** A producer that sends one key for everything must not make a report slow. */
const READ_MOST = 2_000;
const SHOWN_MOST = 50;

export type IntentAttempt = Pick<
  EventRow,
  | "source_id"
  | "event_id"
  | "reference"
  | "occurred_at"
  | "run_id"
  | "turn"
  | "attempt"
  | "tool"
  | "code"
  | "class"
  | "effect"
  | "idempotency_key"
  | "service"
> & { class: EventClass };

export type AttemptsOfIntent = {
  /** Each effect that one of them reported, once; null where one reported none. */
  effects: (Effect | null)[];
  /** The newest of them, newest first. */
  newest: IntentAttempt[];
};

type Of = Pick<EventRow, "tenant" | "environment" | "service" | "tool" | "occurred_at"> & {
  idempotency_key: string;
};

/**
 * All attempts of one intent (CONTRACT "Cases"), whatever their reference and run, within the life of its key on both
 * sides of this one: after that the same key is a new intent. What retention dropped while a case keeps it is among them.
 */
export async function readIntentAttempts(
  db: Database,
  of: Of,
  confinement: Confinement,
): Promise<AttemptsOfIntent> {
  const { condition, parameters } = confineText(confinement, "e", 4);
  const { condition: ofCase } = confineText(confinement, "c", 4);
  const seconds = await keyLifeOf(db, of.tool);
  const [row] = await runNamed<AttemptsOfIntent>(db, attemptsOfIntent(condition, ofCase), [
    JSON.stringify({
      tenant: of.tenant,
      environment: of.environment,
      service: of.service,
      tool: of.tool,
      key: of.idempotency_key,
    }),
    addSeconds(of.occurred_at, -seconds),
    addSeconds(of.occurred_at, seconds),
    ...parameters,
  ]);
  const { effects, newest } = row ?? { effects: [], newest: [] };
  return {
    effects,
    newest: newest.map((one) => ({ ...one, occurred_at: instantFromPostgres(one.occurred_at) })),
  };
}

/** What machines saw outside of a case's effect, each once. */
export async function readSeenEffects(db: Database, case_id: string): Promise<(Effect | null)[]> {
  const rows = await runNamed<{ effect: Effect | null }>(
    db,
    "select distinct effect from evidence where case_id = $1::text::uuid and verdict_id is null",
    [case_id],
  );
  return rows.map(({ effect }) => effect);
}

/** How long a key of this tool protects a repeat, in seconds. */
export async function keyLifeOf(db: Database, tool: string): Promise<number> {
  const rows = await runNamed<{ seconds: number }>(
    db,
    "select key_life_seconds as seconds from tools where tool = $1",
    [tool],
  );
  return rows[0]?.seconds ?? DEFAULT_TOOL_RULES.key_life_seconds;
}

const sameParts = (of: string) => `
  ${of}.tool = wanted.tool and ${of}.tenant is not distinct from wanted.tenant
    and ${of}.environment is not distinct from wanted.environment
    and ${of}.service is not distinct from wanted.service`;

const attemptsOfIntent = (confined: string, ofCase: string) => `
  with wanted as materialized (
    select * from json_to_record($1::text::json) as one(tenant text, environment text, service text, tool text, key text)
  ),
  attempt as materialized (
    select found.* from wanted cross join lateral (
      select e.source_id, e.event_id, e.reference, e.occurred_at, e.run_id, e.turn, e.attempt, e.tool, e.code, e.class,
        e.effect, e.idempotency_key, e.service
      from events e
      where hashtextextended(e.idempotency_key, 0) = hashtextextended(wanted.key, 0) and e.idempotency_key = wanted.key
        and e.occurred_at between $2::text::timestamptz and $3::text::timestamptz and ${sameParts("e")}${confined}
      order by e.occurred_at desc limit ${READ_MOST}
    ) as found
    union all
    select found.* from wanted cross join lateral (
      select a.source_id, a.event_id::uuid, a.reference, a.occurred_at, a.run_id, null::int, null::int, a.tool, a.code,
        a.class, a.effect, c.idempotency_key, c.service
      from attempts a join cases c on c.case_id = a.case_id
      where c.idempotency_key = wanted.key and ${sameParts("c")}
        and a.occurred_at between $2::text::timestamptz and $3::text::timestamptz and ${IS_OUTLIVED}${ofCase}
      order by a.occurred_at desc limit ${READ_MOST}
    ) as found
  )
  select coalesce((select json_agg(distinct effect) from attempt), '[]') as effects,
    coalesce((select json_agg(found order by occurred_at desc) from (
      select source_id, event_id, reference, occurred_at::text as occurred_at, run_id, turn, attempt, tool, code, class,
        effect, idempotency_key, service
      from attempt order by attempt.occurred_at desc limit ${SHOWN_MOST}
    ) as found), '[]') as newest`;
