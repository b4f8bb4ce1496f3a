import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import type { SeenOutside } from "@/domain/effect-of-attempts";
import { addSeconds } from "@/domain/instant";
import type { EventRow } from "./events-read";
import { keyLifeOf } from "./intent-attempts";
import { intentHash } from "./intent-hash";

type Of = Pick<EventRow, "tenant" | "environment" | "service" | "tool" | "occurred_at"> & {
  idempotency_key: string;
};

/**
 * What machines saw of this intent that no case of it holds: what waits for one, since nobody doubted yet, and what left
 * a part unnamed and was attached to another. Seen within the key's life on both sides of the attempt, as its attempts
 * are. `sure`: it names every part, so that it speaks of no other intent. By `evidence_possible`.
 */
export async function readPossibleEffects(db: Database, of: Of): Promise<SeenOutside[]> {
  const { tool, idempotency_key, tenant, environment, service, occurred_at } = of;
  const seconds = await keyLifeOf(db, tool);
  const intent = { tool, idempotency_key, tenant, environment, service, lone_event: null };
  return runNamed<SeenOutside>(db, POSSIBLE, [
    JSON.stringify({ tool, idempotency_key, tenant, environment, service, intent_hash: intentHash(intent) }),
    addSeconds(occurred_at, -seconds),
    addSeconds(occurred_at, seconds),
  ]);
}

const named = (part: string) => `(e.any_${part} or e.${part} is not distinct from wanted.${part})`;

const POSSIBLE = `
  with wanted as materialized (
    select * from json_to_record($1::text::json) as one(tool text, idempotency_key text, tenant text, environment text,
      service text, intent_hash text)
  )
  select distinct e.effect, e.case_id is null and not (e.any_tenant or e.any_environment or e.any_service) as sure
  from wanted join evidence e on e.idempotency_key = wanted.idempotency_key and e.tool = wanted.tool
    and (e.case_id is null or e.any_tenant or e.any_environment or e.any_service)
  where e.effect is not null and e.verdict_id is null
    and ${named("tenant")} and ${named("environment")} and ${named("service")}
    and e.observed_at between $2::text::timestamptz and $3::text::timestamptz
    and not exists (select from cases own where own.case_id = e.case_id and own.intent_hash = wanted.intent_hash)`;
