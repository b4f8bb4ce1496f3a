import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import type { AttemptInput } from "@/domain/attempt";
import type { Effect } from "@/domain/effect";
import { parseJson } from "@/domain/json";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

/** What a person points at: the reference narrows to one shard, the rest to one event. */
export type EventPointer = { reference: string; event_id: string; occurred_at?: string | undefined };

/** The events a pointer may mean, as attempts; more than one when sources share an id. */
export async function readEventAttempts(
  tx: Transaction,
  confinement: Confinement,
  pointer: EventPointer,
): Promise<AttemptInput[]> {
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.reference, pointer.reference),
        eq(events.event_id, pointer.event_id),
        pointer.occurred_at === undefined ? undefined : eq(events.occurred_at, pointer.occurred_at),
        confine(confinement, events),
      ),
    )
    .limit(2);
  return rows.map(({ content_hash: _hash, skeleton: _skeleton, body, ...columns }) => ({
    key: columns.event_id,
    source_id: columns.source_id,
    event_id: columns.event_id,
    reference: columns.reference,
    occurred_at: columns.occurred_at,
    tool: columns.tool,
    service: columns.service,
    tenant: columns.tenant,
    environment: columns.environment,
    idempotency_key: columns.idempotency_key,
    code: columns.code,
    class: columns.class,
    // A CHECK on the column allows nothing but effects.
    effect: columns.effect as Effect | null,
    run_id: columns.run_id,
    call_id: columns.call_id,
    arguments_hash: columns.arguments_hash,
    unreadable: null,
    lone_event: columns.event_id,
    snapshot: { ...columns, ...(parseJson(body) as object) },
  }));
}
