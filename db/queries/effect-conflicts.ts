import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import type { EventFacts } from "@/domain/occurrences";

/**
 * Whether one of these events was sent again with another effect, which stays outside: the first is stored. Not what
 * somebody has looked at and dismissed. By `quarantine_by_reference`; it lies where its event does, so it needs no
 * confinement of its own.
 */
export async function hasEffectConflict(
  db: Database,
  reference: string,
  events: readonly Pick<EventFacts, "source_id" | "event_id">[],
): Promise<boolean> {
  const rows = await runNamed<{ found: boolean }>(db, EFFECT_CONFLICT, [
    reference,
    JSON.stringify(events.map(({ source_id, event_id }) => ({ source_id, event_id }))),
  ]);
  return rows[0]?.found ?? false;
}

/** The fields are named as `eventConflict` says them. */
const EFFECT_CONFLICT = String.raw`
  select exists (
    select from quarantine q
      join json_to_recordset($2::text::json) as event(source_id int, event_id uuid)
        on q.event_id = event.event_id and q.source_id = event.source_id
    where q.reference = $1::text and q.door = 'events' and q.reason = 'conflict' and q.state = 'open'
      and q.detail ~ 'They differ in: .*\meffect\M'
  ) as found`;
